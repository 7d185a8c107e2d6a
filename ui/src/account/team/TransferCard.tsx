import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { useState } from 'react'
import { Select } from '@mui/material'
import { TRANSFER_DELAY_HOURS } from '@hearth/contracts/account'
import { useLock, useSession } from '../../session/session.ts'
import type { Account, Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { Progress } from '../../components/feedback/Progress.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import styles from '../Account.module.css'
import { AccountCommandButton } from '../AccountCommandButton.tsx'
import { memberName, useAccount, useMembers, useMembership, useZone } from '../useAccount.ts'

const Start = ({ account, others }: { account: Account; others: readonly Member[] }) => {
  const t = useText()
  const [chosen, setChosen] = useState('')
  const member = others.find(({ id }) => id === chosen)
  if (others.length === 0) return <p className="q">{t('account.transfer.nobody')}</p>
  const name = member ? memberName(member) : ''
  return (
    <>
      <p className="q">{t('account.transfer.text')}</p>
      <div>
        <Field label={t('account.transfer.to')}>
          {({ error: _error, ...field }) => (
            <Select
              native
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              inputProps={field}
            >
              <option value="">{t('account.transfer.choose')}</option>
              {others.map((one) => (
                <option key={one.id} value={one.id}>
                  {memberName(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <AccountCommandButton
        verb="request-ownership-transfer"
        capability="account.transfer"
        body={{ memberId: chosen }}
        disabled={!member}
        label={t('account.transfer.start')}
        title={t('account.transfer.startTitle', { account: account.displayName, name })}
        said={t('account.transfer.requested', { name })}
        onDone={() => setChosen('')}
      >
        {t('account.transfer.startText', { name })}
      </AccountCommandButton>
    </>
  )
}

type Transfer = NonNullable<Account['transfer']>

type TransferProps = Readonly<{
  account: Account
  transfer: Transfer
  nameOf: (memberId: string) => string
}>

const StopButton = ({ transfer, label }: { transfer: Transfer; label: string }) => {
  const t = useText()
  return (
    <AccountCommandButton
      destructive
      verb="cancel-ownership-transfer"
      capability="account.cancel-transfer"
      body={{ transferId: transfer.id }}
      label={label}
      title={t('account.transfer.stopTitle')}
      said={t('account.transfer.stopped')}
    >
      {t('account.transfer.stopText')}
    </AccountCommandButton>
  )
}

/** A confirmed transfer, until it takes effect. */
const Confirmed = ({ transfer, nameOf, effectiveAt }: TransferProps & { effectiveAt: string }) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const left = useTimeLeft(effectiveAt)
  return (
    <>
      <div>
        <h3>{t('account.transfer.runningTitle', { name: nameOf(transfer.toMemberId) })}</h3>
        <p className="q num">{t('account.transfer.runningText', { instant: format(effectiveAt, zone) })}</p>
      </div>
      <div>
        <Progress tone="warn" share={1 - left / (TRANSFER_DELAY_HOURS * HOUR_MS)} />
        <p className="cap c num">
          {left === 0
            ? t('account.transfer.done')
            : t('account.transfer.left', { time: formatCountdown(left) })}
        </p>
      </div>
      <StopButton transfer={transfer} label={t('account.transfer.stop')} />
    </>
  )
}

/** A request to this member, who confirms or declines it. */
const RequestToMe = ({ account, transfer, nameOf }: TransferProps) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const now = useNow(60_000)
  return (
    <>
      <div>
        <h3>{t('account.transfer.mineTitle', { name: nameOf(transfer.fromMemberId) })}</h3>
        <p className="q num">
          {t('account.transfer.mineText', { instant: format(transfer.expiresAt, zone) })}
        </p>
      </div>
      <div className={styles['actions']}>
        <AccountCommandButton
          filled
          verb="confirm-ownership-transfer"
          capability="account.accept-transfer"
          body={{ transferId: transfer.id }}
          label={t('account.transfer.confirm')}
          title={t('account.transfer.confirmTitle', { account: account.displayName })}
          said={t('account.transfer.confirmed', {
            instant: format(new Date(now + TRANSFER_DELAY_HOURS * HOUR_MS).toISOString(), zone),
          })}
        >
          {t('account.transfer.confirmText')}
        </AccountCommandButton>
        <StopButton transfer={transfer} label={t('account.transfer.decline')} />
      </div>
    </>
  )
}

/** A running transfer: confirmed, expired, or waiting for this or another member. */
const Running = ({ mine, ...props }: TransferProps & { mine: boolean }) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const now = useNow(60_000)
  const { transfer, nameOf } = props
  const { state, effectiveAt, expiresAt, toMemberId } = transfer
  if (state === 'confirmed' && effectiveAt !== null) return <Confirmed {...props} effectiveAt={effectiveAt} />
  if (Date.parse(expiresAt) <= now) return <p className="q">{t('account.transfer.expired')}</p>
  if (mine) return <RequestToMe {...props} />
  return (
    <>
      <div>
        <h3>{t('account.transfer.waitTitle', { name: nameOf(toMemberId) })}</h3>
        <p className="q num">{t('account.transfer.waitText', { instant: format(expiresAt, zone) })}</p>
      </div>
      <StopButton transfer={transfer} label={t('account.transfer.stop')} />
    </>
  )
}

/**
 * The running transfer of ownership, or the form that starts one. Shown to owners and to the chosen member.
 */
export const TransferCard = ({ seesTeam }: { seesTeam: boolean }) => {
  const t = useText()
  const { data: account } = useAccount()
  const { data: own } = useMembership()
  const me = useSession()?.user.name
  const { data: members = [] } = useMembers('active', seesTeam)
  const lock = useLock('account.transfer')
  const now = useNow(60_000)
  if (!account) return null
  const { transfer } = account
  const nameOf = (memberId: string) => {
    const member = members.find(({ id }) => id === memberId)
    return member ? memberName(member) : own?.id === memberId ? (me ?? '') : t('account.transfer.someone')
  }
  const alive = transfer !== null && (transfer.state === 'confirmed' || Date.parse(transfer.expiresAt) > now)
  if (alive) {
    const mine = own?.id === transfer.toMemberId
    if (!mine && lock === 'role') return null
    return (
      <Card
        className={styles['waiting']}
        title={t('account.transfer.title')}
        action={
          <StatusChip tone="warn">
            {t(`account.transfer.${transfer.state === 'confirmed' ? 'stateConfirmed' : 'stateRequested'}`)}
          </StatusChip>
        }
      >
        <div className={styles['body']}>
          <Running account={account} transfer={transfer} nameOf={nameOf} mine={mine} />
        </div>
      </Card>
    )
  }
  if (lock === 'role') return null
  return (
    <Card title={t('account.transfer.title')}>
      <div className={styles['body']}>
        <Start account={account} others={members.filter(({ role }) => role !== 'owner')} />
      </div>
    </Card>
  )
}
