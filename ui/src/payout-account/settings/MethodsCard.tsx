import { useState } from 'react'
import { Button } from '@mui/material'
import { isVerified, type PayoutAccount, type PayoutMethod } from '@hearth/contracts/payout-account'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { describeHolder, methodState, stateText, methodTone, useMethodName } from '../methodTexts.ts'
import styles from '../PayoutSettings.module.css'
import { usePayoutCommand, useZone } from '../usePayoutAccount.ts'
import { VerifyForm } from './VerifyForm.tsx'

const Remove = ({ method, name }: { method: PayoutMethod; name: string }) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const remove = usePayoutCommand('remove-method', {
    said: t('payoutAccount.remove.done', { name }),
    onSuccess: () => setOpen(false),
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-label={t('payoutAccount.remove.of', { name })}
        onClick={() => {
          remove.reset()
          setOpen(true)
        }}
      >
        {t('payoutAccount.remove.button')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('payoutAccount.remove.title', { name })}
        confirm={t('payoutAccount.remove.button')}
        keep={t('payoutAccount.keep')}
        destructive
        pending={remove.pending}
        error={remove.error}
        onConfirm={() => remove.run({ methodId: method.methodId })}
        onClose={() => setOpen(false)}
      >
        {t('payoutAccount.remove.text')}
      </ConfirmCommand>
    </>
  )
}

const Choose = ({ method: { methodId, currency }, name }: { method: PayoutMethod; name: string }) => {
  const t = useText()
  const choose = usePayoutCommand('set-default-method', {
    said: t('payoutAccount.default.done', { name, currency }),
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        loading={choose.pending}
        aria-label={t('payoutAccount.default.of', { name, currency })}
        onClick={() => choose.run({ methodId })}
      >
        {t('payoutAccount.default.button', { currency })}
      </Button>
      <ProblemText error={choose.error} />
    </>
  )
}

const MethodRow = ({
  method,
  account,
  now,
}: {
  method: PayoutMethod
  account: PayoutAccount
  now: string
}) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const name = useMethodName()(method)
  const state = methodState(method, now)
  const isDefault = account.defaults[method.currency]?.at(-1) === method.methodId
  const holds = Object.values(account.holds).filter(({ methodId }) => methodId === method.methodId)
  return (
    <li>
      <div className={styles['what']}>
        <p className="num">
          <span className="strong">{name}</span>
          {isDefault && (
            <span className="c"> {t('payoutAccount.default.is', { currency: method.currency })}</span>
          )}
        </p>
        <p className="small q">{describeHolder(method)}</p>
        {state === 'cooling' && (
          <p className="cap c num">
            {t('payoutAccount.cooling', { instant: format(method.usableFrom, zone) })}
          </p>
        )}
        {(['waiting', 'holder', 'verification_failed', 'holder_rejected'] as const).map(
          (one) =>
            one === state && (
              <p key={one} className="small q">
                {t(`payoutAccount.stateText.${one}`)}
              </p>
            ),
        )}
        {state === 'payout_failed' && (
          <p className="small q">{holds[0]?.whatToDo ?? t('payoutAccount.stateText.payout_failed')}</p>
        )}
      </div>
      <div className={styles['side']}>
        <StatusChip tone={methodTone[state]} plain={state === 'ready'}>
          {t(stateText(state))}
        </StatusChip>
        <div className={styles['acts']}>
          {isVerified(method) && !isDefault && <Choose method={method} name={name} />}
          <Remove method={method} name={name} />
        </div>
      </div>
      {state === 'sent' && <VerifyForm method={method} name={name} />}
    </li>
  )
}

/** Every bank account of the host, its state, and what can be done with it. */
export const MethodsCard = ({
  account,
  now,
  onAdd,
}: {
  account: PayoutAccount
  now: string
  onAdd: () => void
}) => {
  const t = useText()
  const methods = Object.values(account.methods).toSorted((a, b) => (a.addedAt < b.addedAt ? -1 : 1))
  return (
    <Card title={t('payoutAccount.methods')} note={methods.length === 0 ? undefined : methods.length}>
      {methods.length === 0 ? (
        <EmptyState
          icon="bank"
          title={t('payoutAccount.none')}
          text={t('payoutAccount.noneText')}
          actions={
            <Button variant="contained" color="primary" onClick={onAdd}>
              <Icon name="plus" size={16} />
              {t('payoutAccount.add.open')}
            </Button>
          }
        />
      ) : (
        <ul className={styles['rows']} aria-label={t('payoutAccount.methods')}>
          {methods.map((method) => (
            <MethodRow key={method.methodId} method={method} account={account} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}
