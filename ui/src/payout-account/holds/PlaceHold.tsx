import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { z } from 'zod'
import { DAY_MS, zLocalDate } from '@hearth/contracts/kernel/dates'
import { HOLD_REASONS, payoutAccount, WHAT_TO_DO } from '@hearth/contracts/payout-account'
import { useGetList } from 'react-admin'
import { useCan } from '../../session/session.ts'
import type { Account } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm, type FieldsForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'

addTexts({ payoutAccount: payoutAccountTexts })

/** A hold on a single bank account is placed automatically after the answer of the bank. */
const reasons = HOLD_REASONS.filter((reason) => reason !== 'method_error')
const SHOWN = 25

/** Midnight UTC at the end of that day. */
const computeDayEnd = (date: string) => new Date(Date.parse(`${date}T00:00:00.000Z`) + DAY_MS).toISOString()

const { schema } = payoutAccount.commands.PlaceHold
const zHold = schema.omit({ methodId: true }).extend({
  accountId: z.string().min(1),
  until: zLocalDate
    .nullable()
    .transform((date) => date && computeDayEnd(date))
    .pipe(schema.shape.until),
})
type HoldForm = FieldsForm<z.input<typeof zHold>, z.output<typeof zHold>>
const UNFILLED: z.input<typeof zHold> = { accountId: '', reason: 'staff_review', until: null, whatToDo: null }

/** Open accounts by name, the first ones until something is searched for. */
const useAccountSearch = () => {
  const [text, setText] = useState('')
  const query = text.trim()
  const { data: found = [] } = useGetList<Account>('accounts', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'displayName', order: 'ASC' },
    filter: { status: 'open', ...(query === '' ? {} : { q: query }) },
  })
  return { text, setText, found }
}

type Search = ReturnType<typeof useAccountSearch>

/** Finds the account and chooses it. */
const AccountFields = ({ form: { control }, search }: { form: HoldForm; search: Search }) => {
  const t = useText()
  const { text, setText, found } = search
  return (
    <>
      <Field label={t('payoutAccount.staff.find')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={text}
            onChange={({ target }) => setText(target.value)}
            inputProps={{ ...field, maxLength: 80, autoComplete: 'off' }}
          />
        )}
      </Field>
      <SelectField
        control={control}
        name="accountId"
        label={t('payoutAccount.staff.account')}
        options={[
          {
            value: '',
            label: t(`payoutAccount.staff.${found.length === 0 ? 'noAccount' : 'missingAccount'}`),
          },
          ...found.map(({ id, displayName, country }) => ({
            value: id,
            label: `${displayName}, ${country}`,
          })),
        ]}
      />
    </>
  )
}

const useHoldForm = (accounts: readonly Account[], onPlaced: () => void) => {
  const t = useText()
  const saved = useSaved()
  const place = useCommand({
    resource: 'payout-accounts',
    verb: 'place-hold',
    touches: ['payout-holds'],
    onSuccess: () => {
      saved(t('payoutAccount.staff.placed', { name: chosen?.displayName ?? '' }))
      onPlaced()
    },
  })
  const form = useCommandForm({
    schema: zHold,
    values: UNFILLED,
    command: place,
    send: ({ accountId, ...hold }) =>
      place.run({ record: { id: accountId }, body: { ...hold, methodId: null } }),
    draft: { name: 'payout-hold', fields: ['whatToDo'] },
  })
  const chosen = accounts.find(({ id }) => id === form.values.accountId)
  return { form, chosen }
}

const PlaceHoldDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const search = useAccountSearch()
  const { form, chosen } = useHoldForm(search.found, onClose)
  const { control } = form
  const missing = form.body ? undefined : t('payoutAccount.staff.whatHelp')
  return (
    <FormDialog
      {...form.sending}
      title={t('payoutAccount.staff.placeTitle')}
      submit={t('payoutAccount.staff.place')}
      close={t('payoutAccount.keep')}
      missing={chosen === undefined ? t('payoutAccount.staff.missingAccount') : missing}
      onClose={onClose}
    >
      <AccountFields form={form} search={search} />
      <SelectField
        control={control}
        name="reason"
        label={t('payoutAccount.staff.reason')}
        help={WHAT_TO_DO[form.values.reason].text}
        options={reasons.map((value) => ({ value, label: t(`payoutAccount.holds.reason.${value}`) }))}
      />
      <DateField
        optional
        control={control}
        name="until"
        label={t('payoutAccount.staff.until')}
        help={t('payoutAccount.staff.untilHelp')}
      />
      <TextField
        optional
        control={control}
        name="whatToDo"
        rows={2}
        label={t('payoutAccount.staff.what')}
        help={t('payoutAccount.staff.whatHelp')}
        wrong={t('payoutAccount.staff.whatHelp')}
        input={{ maxLength: 500 }}
      />
    </FormDialog>
  )
}

/** For finance: stops every payout of an account and notifies its owners of what to do. */
export const PlaceHold = () => {
  const t = useText()
  const may = useCan('payout-account.review')
  const [open, setOpen] = useState(false)
  if (!may) return <span className="small c">{t('payoutAccount.staff.only')}</span>
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon name="pause" size={16} />
        {t('payoutAccount.staff.place')}
      </Button>
      {open && <PlaceHoldDialog onClose={() => setOpen(false)} />}
    </>
  )
}
