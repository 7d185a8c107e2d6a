import { useGetList } from 'react-admin'
import { OWNER_CHANGE_DELAY_HOURS } from '@hearth/contracts/account'
import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { Progress } from '../../components/feedback/Progress.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import type { OwnerChange } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from '../Account.module.css'
import { AccountCommandButton } from '../AccountCommandButton.tsx'
import { memberName, useMembers, useZone } from '../useAccount.ts'
import { useChangeText } from './useChangeText.ts'

const Running = ({ row, effectiveAt }: { row: OwnerChange; effectiveAt: string }) => {
  const t = useText()
  const zone = useZone()
  const { data: members = [] } = useMembers('active')
  const describe = useChangeText((id) => {
    const member = members.find((one) => one.id === id)
    return member === undefined ? t('account.transfer.someone') : memberName(member)
  })
  const format = useFormatDeadline()
  const left = useTimeLeft(effectiveAt)
  return (
    <>
      <div>
        <h3>{describe(row)}</h3>
        <p className="q num">{t('ownerChange.owner.text', { instant: format(effectiveAt, zone) })}</p>
        {row.reasonText !== null && (
          <p className="small q">{t('ownerChange.reason', { reason: row.reasonText })}</p>
        )}
      </div>
      <div>
        <Progress tone="warn" share={1 - left / (OWNER_CHANGE_DELAY_HOURS * HOUR_MS)} />
        <p className="cap c num">
          {left === 0
            ? t('ownerChange.owner.done')
            : t('ownerChange.owner.left', { time: formatCountdown(left) })}
        </p>
      </div>
      <AccountCommandButton
        destructive
        verb="stop-owner-change"
        capability="account.stop-owner-change"
        body={{ changeId: row.id }}
        label={t('ownerChange.owner.stop')}
        title={t('ownerChange.owner.stopTitle')}
        said={t('ownerChange.owner.stopped')}
      >
        {t('ownerChange.owner.stopText')}
      </AccountCommandButton>
    </>
  )
}

/** For the team: a change of owners by Hearth that is under way, which an owner can stop. */
export const OwnerChangeCard = () => {
  const t = useText()
  const { data = [] } = useGetList<OwnerChange>('owner-changes', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'proposedAt', order: 'DESC' },
    filter: { state: 'approved' },
  })
  const row = data[0]
  if (row?.effectiveAt == null) return null
  return (
    <Card
      className={styles['waiting']}
      title={t('ownerChange.owner.title')}
      action={<StatusChip tone="warn">{t('ownerChange.owner.state')}</StatusChip>}
    >
      <div className={styles['body']}>
        <Running row={row} effectiveAt={row.effectiveAt} />
      </div>
    </Card>
  )
}
