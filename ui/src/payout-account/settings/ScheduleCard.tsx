import { useState, type ReactNode } from 'react'
import { Button } from '@mui/material'
import {
  highestMinimum,
  minimumFor,
  payoutAccount,
  PLATFORM_MINIMUM_MINOR,
  zPayoutSchedule,
  type PayoutAccount,
} from '@hearth/contracts/payout-account'
import { CURRENCY_EXPONENT, zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { Money, moneyText } from '../../components/display/Money.tsx'
import styles from '../PayoutSettings.module.css'
import { usePayoutCommand } from '../usePayoutAccount.ts'

type Props = { account: PayoutAccount; onClose: () => void }

const ScheduleDialog = ({ account, onClose }: Props) => {
  const t = useText()
  const change = usePayoutCommand('set-schedule', {
    said: t('payoutAccount.schedule.saved'),
    onSuccess: onClose,
  })
  const form = useCommandForm({
    schema: payoutAccount.commands.SetSchedule.schema,
    values: { schedule: account.schedule },
    command: change,
    send: change.run,
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('payoutAccount.schedule.when')}
      submit={t('edit.save')}
      close={t('payoutAccount.keep')}
      onClose={onClose}
    >
      <RadioField
        untitled
        control={form.control}
        name="schedule"
        label={t('payoutAccount.schedule.when')}
        options={zPayoutSchedule.options.map((value) => ({
          value,
          label: t(`payoutAccount.schedule.${value}.name`),
          text: t(`payoutAccount.schedule.${value}.text`),
        }))}
      />
    </FormDialog>
  )
}

/** The command takes any amount; what is allowed depends on the currency. */
const zMinimum = payoutAccount.commands.SetMinimum.schema.refine(
  ({ minimum: { amountMinor, currency } }) =>
    amountMinor >= PLATFORM_MINIMUM_MINOR && amountMinor <= highestMinimum(currency),
  { path: ['minimum', 'amountMinor'], message: 'must be in the range of its currency' },
)

const MinimumDialog = ({ account, currencies, onClose }: Props & { currencies: readonly Currency[] }) => {
  const t = useText()
  const first = currencies[0] ?? 'USD'
  const change = usePayoutCommand('set-minimum', {
    said: t('payoutAccount.minimum.saved'),
    onSuccess: onClose,
  })
  const form = useCommandForm({
    schema: zMinimum,
    values: { minimum: { amountMinor: minimumFor(account, first), currency: first } },
    command: change,
    send: change.run,
  })
  const { currency } = form.values.minimum
  return (
    <FormDialog
      {...form.sending}
      title={t('payoutAccount.minimum.title')}
      submit={t('edit.save')}
      close={t('payoutAccount.keep')}
      onClose={onClose}
    >
      <p className="q">{t('payoutAccount.minimum.text')}</p>
      {currencies.length > 1 && (
        <SelectField
          control={form.control}
          name="minimum.currency"
          label={t('payoutAccount.field.currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          onPick={(picked) => {
            const next = zCurrency.parse(picked)
            form.set({ minimum: { amountMinor: minimumFor(account, next), currency: next } })
          }}
        />
      )}
      <MoneyField
        control={form.control}
        name="minimum.amountMinor"
        label={t('payoutAccount.minimum.amount')}
        currency={currency}
        wrong={t('payoutAccount.minimum.range', {
          least: moneyText(PLATFORM_MINIMUM_MINOR, currency),
          most: moneyText(highestMinimum(currency), currency),
        })}
      />
    </FormDialog>
  )
}

const Setting = ({
  title,
  text,
  change,
  onChange,
  children,
}: {
  title: string
  text: string
  /** What a screen reader says for the button. */
  change: string
  onChange: () => void
  children: ReactNode
}) => {
  const t = useText()
  return (
    <li>
      <div className={styles['what']}>
        <p className="small q">{title}</p>
        {children}
        <p className="cap c">{text}</p>
      </div>
      <Button variant="text" size="small" aria-label={change} onClick={onChange}>
        {t('edit.change')}
      </Button>
    </li>
  )
}

/** How often payouts are made, and the smallest amount that is paid out. */
export const ScheduleCard = ({
  account,
  fallback,
}: {
  account: PayoutAccount
  /** The account's currency, while no bank account has another. */ fallback: Currency
}) => {
  const t = useText()
  const [open, setOpen] = useState<'schedule' | 'minimum' | null>(null)
  const used = [
    ...new Set([
      ...Object.values(account.methods).map(({ currency }) => currency),
      ...(Object.keys(account.minimums) as Currency[]),
    ]),
  ]
    .filter((currency) => Object.hasOwn(CURRENCY_EXPONENT, currency))
    .toSorted()
  const currencies = used.length === 0 ? [fallback] : used
  const close = () => setOpen(null)
  return (
    <Card title={t('payoutAccount.schedule.title')}>
      <ul className={styles['rows']}>
        <Setting
          title={t('payoutAccount.schedule.when')}
          text={t(`payoutAccount.schedule.${account.schedule}.text`)}
          change={t('payoutAccount.schedule.change')}
          onChange={() => setOpen('schedule')}
        >
          <p className="strong">{t(`payoutAccount.schedule.${account.schedule}.name`)}</p>
        </Setting>
        <Setting
          title={t('payoutAccount.minimum.title')}
          text={t('payoutAccount.minimum.text')}
          change={t('payoutAccount.minimum.change')}
          onChange={() => setOpen('minimum')}
        >
          {currencies.map((currency) => (
            <p key={currency} className="strong">
              <Money amountMinor={minimumFor(account, currency)} currency={currency} />
            </p>
          ))}
        </Setting>
      </ul>
      {open === 'schedule' && <ScheduleDialog account={account} onClose={close} />}
      {open === 'minimum' && <MinimumDialog account={account} currencies={currencies} onClose={close} />}
    </Card>
  )
}
