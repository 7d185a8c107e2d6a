import { useState, type ReactNode } from 'react'
import { Button, Select } from '@mui/material'
import {
  highestMinimum,
  minimumFor,
  PLATFORM_MINIMUM_MINOR,
  zPayoutSchedule,
  type PayoutAccount,
} from '@hearth/contracts/payout-account'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import { useText } from '../../i18n/text.ts'
import { parseAmount, formatAmount } from '../../components/form/amountInput.ts'
import { NumberInput } from '../../components/form/NumberInput.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { Money, moneyText } from '../../components/display/Money.tsx'
import styles from '../PayoutSettings.module.css'
import { usePayoutCommand } from '../usePayoutAccount.ts'

type Props = { account: PayoutAccount; onClose: () => void }

const ScheduleDialog = ({ account, onClose }: Props) => {
  const t = useText()
  const [schedule, setSchedule] = useState(account.schedule)
  const set = usePayoutCommand('set-schedule', {
    said: t('payoutAccount.schedule.saved'),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('payoutAccount.schedule.when')}
      submit={t('edit.save')}
      close={t('payoutAccount.keep')}
      pending={set.pending}
      error={set.error}
      onSubmit={() => set.run({ schedule })}
      onClose={onClose}
    >
      <fieldset className={styles['choices']}>
        <legend className="sr">{t('payoutAccount.schedule.when')}</legend>
        {zPayoutSchedule.options.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="schedule"
              checked={schedule === one}
              onChange={() => setSchedule(one)}
            />
            <span>
              {t(`payoutAccount.schedule.${one}.name`)}
              <small>{t(`payoutAccount.schedule.${one}.text`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}

const MinimumDialog = ({ account, currencies, onClose }: Props & { currencies: readonly Currency[] }) => {
  const t = useText()
  const [currency, setCurrency] = useState<Currency>(currencies[0] ?? 'USD')
  const [text, setText] = useState(formatAmount(minimumFor(account, currency), currency))
  const amountMinor = parseAmount(text, currency)
  const highest = highestMinimum(currency)
  const right = amountMinor !== null && amountMinor >= PLATFORM_MINIMUM_MINOR && amountMinor <= highest
  const range = t('payoutAccount.minimum.range', {
    least: moneyText(PLATFORM_MINIMUM_MINOR, currency),
    most: moneyText(highest, currency),
  })
  const set = usePayoutCommand('set-minimum', { said: t('payoutAccount.minimum.saved'), onSuccess: onClose })
  return (
    <FormDialog
      title={t('payoutAccount.minimum.title')}
      submit={t('edit.save')}
      close={t('payoutAccount.keep')}
      pending={set.pending}
      error={set.error}
      onSubmit={() => {
        if (right) set.run({ minimum: { amountMinor, currency } })
      }}
      onClose={onClose}
    >
      <p className="q">{t('payoutAccount.minimum.text')}</p>
      {currencies.length > 1 && (
        <Field label={t('payoutAccount.field.currency')}>
          {({ error: _error, ...field }) => (
            <Select
              native
              value={currency}
              onChange={({ target }) => {
                setCurrency(target.value)
                setText(formatAmount(minimumFor(account, target.value), target.value))
              }}
              inputProps={field}
            >
              {currencies.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <NumberInput
        label={t('payoutAccount.minimum.amount')}
        unit={currency}
        value={text}
        error={right ? undefined : range}
        onChange={setText}
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
