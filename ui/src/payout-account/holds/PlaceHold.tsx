import { useState } from 'react'
import { Button, OutlinedInput, Select } from '@mui/material'
import { HOLD_REASONS, WHAT_TO_DO, type HoldReason } from '@hearth/contracts/payout-account'
import { useGetList } from 'react-admin'
import { useCan } from '../../session/session.ts'
import type { Account } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { MIN_REASON } from './ReleaseHold.tsx'
import { useStaffCommand } from './useStaffCommand.ts'

addTexts({ payoutAccount: payoutAccountTexts })

/** A hold on a single bank account is placed automatically after the answer of the bank. */
const reasons = HOLD_REASONS.filter((reason) => reason !== 'method_error')
const SHOWN = 25

/** Midnight UTC at the end of that day. */
const endOf = (date: string) => new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString()

const PlaceHoldDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const [asked, setAsked] = useState('')
  const [accountId, setAccountId] = useState('')
  const [reason, setReason] = useState<HoldReason>('staff_review')
  const [until, setUntil] = useState('')
  const [what, setWhat] = useState('')
  const { data: found = [] } = useGetList<Account>('accounts', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'displayName', order: 'ASC' },
    filter: { status: 'open', ...(asked.trim() === '' ? {} : { q: asked.trim() }) },
  })
  const chosen = found.find(({ id }) => id === accountId)
  const place = useStaffCommand(
    'place-hold',
    t('payoutAccount.staff.placed', { name: chosen?.displayName ?? '' }),
    onClose,
  )
  const short = what.trim() !== '' && what.trim().length < MIN_REASON
  return (
    <FormDialog
      title={t('payoutAccount.staff.placeTitle')}
      submit={t('payoutAccount.staff.place')}
      close={t('payoutAccount.keep')}
      missing={
        chosen === undefined
          ? t('payoutAccount.staff.missingAccount')
          : short
            ? t('payoutAccount.staff.whatHelp')
            : undefined
      }
      pending={place.pending}
      error={place.error}
      onSubmit={() =>
        place.run(accountId, {
          reason,
          methodId: null,
          until: until === '' ? null : endOf(until),
          whatToDo: what.trim() === '' ? null : what.trim(),
        })
      }
      onClose={onClose}
    >
      <Field label={t('payoutAccount.staff.find')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={asked}
            onChange={({ target }) => setAsked(target.value)}
            inputProps={{ ...field, maxLength: 80, autoComplete: 'off' }}
          />
        )}
      </Field>
      <Field label={t('payoutAccount.staff.account')}>
        {({ error: _error, ...field }) => (
          <Select
            native
            value={chosen === undefined ? '' : accountId}
            onChange={({ target }) => setAccountId(target.value)}
            inputProps={field}
          >
            <option value="">
              {found.length === 0
                ? t('payoutAccount.staff.noAccount')
                : t('payoutAccount.staff.missingAccount')}
            </option>
            {found.map(({ id, displayName, country }) => (
              <option key={id} value={id}>
                {displayName}, {country}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('payoutAccount.staff.reason')} help={WHAT_TO_DO[reason].text}>
        {({ error: _error, ...field }) => (
          <Select native value={reason} onChange={({ target }) => setReason(target.value)} inputProps={field}>
            {reasons.map((one) => (
              <option key={one} value={one}>
                {t(`payoutAccount.holds.reason.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('payoutAccount.staff.until')} help={t('payoutAccount.staff.untilHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            type="date"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
            inputProps={field}
          />
        )}
      </Field>
      <Field label={t('payoutAccount.staff.what')} help={t('payoutAccount.staff.whatHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            multiline
            minRows={2}
            maxRows={6}
            value={what}
            onChange={({ target }) => setWhat(target.value)}
            inputProps={{ ...field, maxLength: 500 }}
          />
        )}
      </Field>
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
