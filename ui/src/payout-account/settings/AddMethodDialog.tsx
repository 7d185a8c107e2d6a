import { useState } from 'react'
import { OutlinedInput, Select } from '@mui/material'
import { COOLING_HOURS } from '@hearth/contracts/payout-account'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import { useGetOne } from 'react-admin'
import { useSession } from '../../session/session.ts'
import { countries } from '../../i18n/countries.ts'
import { readProblem } from '../../data/http/problems.ts'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { bodyOf, currencyOf, emptyBank, FIELDS, isFilled, waysOf, type BankDraft } from './bankForm.ts'
import styles from '../PayoutSettings.module.css'
import { usePayoutCommand } from '../usePayoutAccount.ts'

const CURRENCIES = Object.keys(CURRENCY_EXPONENT) as Currency[]

type FormProps = { account: Account; onClose: () => void }

const AddMethodForm = ({ account, onClose }: FormProps) => {
  const t = useText()
  const [draft, setDraft] = useState(() =>
    emptyBank(account.country, account.defaultCurrency, account.legalName ?? ''),
  )
  /** The fields that the server rejected, until the next input. */
  const [touched, setTouched] = useState<readonly string[]>([])
  const add = usePayoutCommand('add-method', { said: t('payoutAccount.add.done'), onSuccess: onClose })
  const set = (part: Partial<BankDraft>) => {
    setDraft({ ...draft, ...part })
    setTouched([...touched, ...Object.keys(part)])
  }
  const found = readProblem(add.error)?.errors ?? []
  const wrongAt = (field: string) => {
    const detail = found.find(({ pointer }) => pointer.split('/').at(-1) === field)?.detail
    return detail === undefined || touched.includes(field)
      ? undefined
      : t('payoutAccount.add.wrong', { field: t(`payoutAccount.field.${field as 'iban'}`), detail })
  }
  const atFields = [...FIELDS[draft.way], 'holderName', 'bankName', 'country', 'currency']
  const elsewhere =
    found.length > 0 && found.every(({ pointer }) => atFields.includes(pointer.split('/').at(-1) ?? ''))
      ? null
      : add.error
  const ways = waysOf(draft.country)
  const text = (
    field: 'iban' | 'routingNumber' | 'accountNumber' | 'sortCode' | 'bic' | 'holderName' | 'bankName',
    help?: string,
  ) => (
    <Field key={field} label={t(`payoutAccount.field.${field}`)} error={wrongAt(field)} help={help}>
      {({ error, ...props }) => (
        <OutlinedInput
          error={error}
          value={draft[field]}
          onChange={({ target }) => set({ [field]: target.value })}
          inputProps={{
            ...props,
            maxLength: field === 'holderName' ? 120 : 80,
            autoComplete: 'off',
            spellCheck: false,
            'aria-invalid': error,
          }}
        />
      )}
    </Field>
  )
  const numberHelp = draft.way === 'wire' ? t('payoutAccount.add.wireNumber') : undefined
  return (
    <FormDialog
      title={t('payoutAccount.add.title')}
      submit={t('payoutAccount.add.submit')}
      close={t('payoutAccount.keep')}
      missing={isFilled(draft) ? undefined : t('payoutAccount.add.missing')}
      pending={add.pending}
      error={elsewhere}
      onSubmit={() => {
        setTouched([])
        add.run(bodyOf(draft))
      }}
      onClose={onClose}
    >
      <Field label={t('payoutAccount.field.country')} error={wrongAt('country')}>
        {({ error, ...props }) => (
          <Select
            native
            error={error}
            value={draft.country}
            onChange={({ target }) => set({ country: target.value, way: waysOf(target.value)[0] ?? 'wire' })}
            inputProps={props}
          >
            {countries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {ways.length > 1 && (
        <fieldset className={styles['choices']}>
          <legend>{t('payoutAccount.add.way')}</legend>
          {ways.map((way) => (
            <label key={way}>
              <input type="radio" name="way" checked={draft.way === way} onChange={() => set({ way })} />
              <span>
                {t(`payoutAccount.way.${way}.title`)}
                <small>{t(`payoutAccount.way.${way}.text`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {FIELDS[draft.way].map((field) => text(field, field === 'accountNumber' ? numberHelp : undefined))}
      {draft.way === 'us_ach' && (
        <fieldset className={styles['row']}>
          <legend>{t('payoutAccount.field.accountType')}</legend>
          {(['checking', 'savings'] as const).map((type) => (
            <label key={type}>
              <input
                type="radio"
                name="accountType"
                checked={draft.accountType === type}
                onChange={() => set({ accountType: type })}
              />
              {t(`payoutAccount.accountType.${type}`)}
            </label>
          ))}
        </fieldset>
      )}
      {draft.way === 'wire' && (
        <Field label={t('payoutAccount.field.currency')} error={wrongAt('currency')}>
          {({ error, ...props }) => (
            <Select
              native
              error={error}
              value={draft.wireCurrency}
              onChange={({ target }) => set({ wireCurrency: target.value })}
              inputProps={props}
            >
              {CURRENCIES.map((currency) => (
                <option key={currency} value={currency}>
                  {currency}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {text('holderName', t('payoutAccount.add.holderHelp'))}
      {text('bankName', t('payoutAccount.add.bankHelp'))}
      <p className="cap c">
        {t('payoutAccount.add.next', { currency: currencyOf(draft), hours: COOLING_HOURS })}
      </p>
    </FormDialog>
  )
}

/**
 * Adds a bank account with the fields of its country. Errors are shown at their field and the input is kept.
 */
export const AddMethodDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useSession()?.account?.id ?? ''
  const { data } = useGetOne<Account>('accounts', { id }, { enabled: id !== '', retry: false })
  return data && <AddMethodForm account={data} onClose={onClose} />
}
