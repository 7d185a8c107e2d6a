import { useGetList, useGetMany } from 'react-admin'
import type { OwnerChangeRow } from '@hearth/contracts/account'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import type { Member, OwnerChange } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import type { Tone } from '../../theme/tokens.ts'
import { memberName } from '../useAccount.ts'
import styles from './OwnerChanges.module.css'
import { ProposeOwnerChange } from './ProposeOwnerChange.tsx'
import { useChangeText } from './useChangeText.ts'

const POLL_MS = 10_000
const TONES: Readonly<Record<OwnerChangeRow['state'], Tone>> = {
  proposed: 'warn',
  approved: 'warn',
  declined: 'mute',
  stopped: 'bad',
  completed: 'ok',
  lapsed: 'mute',
}

/** Approves, or ends it; only a second admin approves. */
const Decide = ({ row, account }: { row: OwnerChange; account: string }) => {
  const t = useText()
  const may = useCan('team.approve-owner')
  const mine = useSession()?.user.id === row.proposedBy
  if (!may) return <p className="small q">{t('ownerChange.staff.mayNot')}</p>
  const same = {
    resource: 'accounts',
    id: row.hostAccountId,
    body: { changeId: row.id },
    touches: ['owner-changes', 'members'],
    keep: t('ownerChange.keep'),
  }
  return (
    <>
      {row.state === 'proposed' && !mine && (
        <ConfirmedCommand
          {...same}
          verb="approve-owner-change"
          label={t('ownerChange.staff.approve')}
          title={t('ownerChange.staff.approveTitle', { account })}
          text={t('ownerChange.staff.approveText')}
          saved={t('ownerChange.staff.wasApproved')}
        />
      )}
      <ConfirmedCommand
        {...same}
        destructive
        verb="decline-owner-change"
        label={t(`ownerChange.staff.${row.state === 'proposed' && !mine ? 'decline' : 'withdraw'}`)}
        title={t('ownerChange.staff.declineTitle', { account })}
        text={t('ownerChange.staff.declineText')}
        saved={t('ownerChange.staff.declined')}
      />
      {row.state === 'proposed' && mine && <p className="small q">{t('ownerChange.staff.yours')}</p>}
    </>
  )
}

/** Who proposed and approved it, and when it takes effect or ended. */
const Steps = ({ row }: { row: OwnerChange }) => {
  const t = useText()
  const format = useFormatDeadline()
  const me = useSession()?.user.id
  const who = (id: string) => t(id === me ? 'ownerChange.staff.you' : 'ownerChange.staff.colleague')
  const lines = [
    t('ownerChange.staff.by', { who: who(row.proposedBy), time: formatReaderInstant(row.proposedAt) }),
    ...(row.approvedBy === null || row.approvedAt === null
      ? []
      : [
          t('ownerChange.staff.approved', {
            who: who(row.approvedBy),
            time: formatReaderInstant(row.approvedAt),
          }),
        ]),
    ...(row.state === 'approved' && row.effectiveAt !== null
      ? [t('ownerChange.staff.effective', { time: format(row.effectiveAt) })]
      : []),
    ...(row.closedAt === null
      ? []
      : [t('ownerChange.staff.closed', { time: formatReaderInstant(row.closedAt) })]),
  ]
  return lines.map((line) => (
    <p key={line} className="cap c num">
      {line}
    </p>
  ))
}

type LineProps = { row: OwnerChange; account: string; what: string }

const ChangeLine = ({ row, account, what }: LineProps) => {
  const t = useText()
  const now = useNow(60_000)
  const expired = row.state === 'proposed' && Date.parse(row.expiresAt) <= now
  const open = (row.state === 'proposed' && !expired) || row.state === 'approved'
  return (
    <li>
      <div className={styles['what']}>
        <p className="strong">{account}</p>
        <p>{what}</p>
        <p className="small q">{t('ownerChange.reason', { reason: row.reasonText ?? '' })}</p>
        <Steps row={row} />
      </div>
      <StatusChip tone={expired ? 'mute' : TONES[row.state]} plain={!open}>
        {expired ? t('ownerChange.staff.expired') : t(`ownerChange.staff.state.${row.state}`)}
      </StatusChip>
      <div className={styles['acts']}>{open && <Decide row={row} account={account} />}</div>
    </li>
  )
}

/** For staff: every change of owners; admins propose and approve. */
export const OwnerChangesReport = () => {
  const t = useText()
  const mayPropose = useCan('team.propose-owner')
  const query = useGetList<OwnerChange>(
    'owner-changes',
    { pagination: { page: 1, perPage: 50 }, sort: { field: 'proposedAt', order: 'DESC' }, filter: {} },
    { refetchInterval: POLL_MS },
  )
  const rows = query.data ?? []
  const accountOf = useAccountNames(rows.map(({ hostAccountId }) => hostAccountId))
  const ids = [...new Set(rows.flatMap(({ kind, memberId }) => (kind === 'invite' ? [] : [memberId])))]
  const { data: members = [] } = useGetMany<Member>('members', { ids }, { enabled: ids.length > 0 })
  const describe = useChangeText((id) => {
    const member = members.find((one) => one?.id === id)
    return member === undefined ? `… ${id.slice(-6)}` : memberName(member)
  })
  return (
    <div className={mayPropose ? styles['columns'] : undefined}>
      {mayPropose && <ProposeOwnerChange />}
      <Card title={t('ownerChange.staff.list')}>
        <Loaded bare query={query} failed={t('ownerChange.staff.failed')}>
          {(all) =>
            all.length === 0 ? (
              <p className={styles['empty']}>{t('ownerChange.staff.none')}</p>
            ) : (
              <ul className={styles['rows']} aria-label={t('ownerChange.staff.list')}>
                {all.map((row) => (
                  <ChangeLine
                    key={row.id}
                    row={row}
                    account={accountOf(row.hostAccountId)}
                    what={describe(row)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}
