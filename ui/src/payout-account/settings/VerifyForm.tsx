import { useMemo, useState } from 'react'
import { payableUnit, type Currency } from '@hearth/contracts/kernel/money'
import {
  MAX_DEPOSIT_UNITS,
  payoutAccount,
  VERIFICATION_TRIES,
  zDepositIn,
  type PayoutMethod,
} from '@hearth/contracts/payout-account'
import { useText } from '../../i18n/text.ts'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from '../PayoutSettings.module.css'
import { usePayoutCommand } from '../usePayoutAccount.ts'

const createSchema = (currency: Currency) =>
  payoutAccount.commands.VerifyPayoutMethod.schema
    .omit({ methodId: true })
    .extend({ firstMinor: zDepositIn(currency), secondMinor: zDepositIn(currency) })
const UNTYPED = { firstMinor: Number.NaN, secondMinor: Number.NaN }

/** Both deposits as on the bank statement, in any order. */
export const VerifyForm = ({
  method: { methodId, currency, wrongTries },
  name,
}: {
  method: PayoutMethod
  name: string
}) => {
  const t = useText()
  const [failed, setFailed] = useState(false)
  const left = VERIFICATION_TRIES - wrongTries
  const verify = usePayoutCommand('verify-method', {
    onSuccess: ({ events }) => setFailed(events.includes('PayoutMethodVerificationFailed')),
  })
  const form = useCommandForm({
    schema: useMemo(() => createSchema(currency), [currency]),
    values: UNTYPED,
    command: verify,
    send: (deposits) => {
      setFailed(false)
      verify.run({ methodId, ...deposits })
    },
  })
  const deposit = {
    control: form.control,
    currency,
    wrong: t('payoutAccount.verify.badAmount', {
      least: moneyText(payableUnit(currency), currency),
      most: moneyText(MAX_DEPOSIT_UNITS * payableUnit(currency), currency),
    }),
  }
  return (
    <CommandForm form={form} className={styles['verify']} label={t('payoutAccount.verify.label', { name })}>
      <p className="small q">{t('payoutAccount.verify.text')}</p>
      <div className={styles['deposits']}>
        <MoneyField {...deposit} name="firstMinor" label={t('payoutAccount.verify.first')} />
        <MoneyField {...deposit} name="secondMinor" label={t('payoutAccount.verify.second')} />
        <SubmitButton form={form}>{t('payoutAccount.verify.submit')}</SubmitButton>
      </div>
      {failed ? (
        <p role="alert" className="bad-ink small">
          {t('payoutAccount.verify.wrong', { smart_count: left })}
        </p>
      ) : (
        <p className="cap c">{t('payoutAccount.verify.left', { smart_count: left })}</p>
      )}
      <ProblemText error={form.error} />
    </CommandForm>
  )
}
