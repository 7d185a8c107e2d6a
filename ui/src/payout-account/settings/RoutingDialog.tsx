import { useState } from 'react'
import { Select } from '@mui/material'
import { isVerified, type PayoutAccount } from '@hearth/contracts/payout-account'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useMethodName } from '../methodTexts.ts'
import { usePayoutCommand } from '../usePayoutAccount.ts'

type Props = {
  account: PayoutAccount
  listings: readonly Listing[]
  /** Null: it is chosen in the dialog. */ first: string | null
  onClose: () => void
}

/** Pays the money of one listing to its own bank account, or to the default one. */
export const RoutingDialog = ({ account, listings, first, onClose }: Props) => {
  const t = useText()
  const nameOf = useMethodName()
  const [listingId, setListingId] = useState(first ?? listings[0]?.id ?? '')
  const listing = listings.find(({ id }) => id === listingId)
  const now = account.routing[listingId]?.at(-1) ?? ''
  const [chosen, setChosen] = useState(now)
  const methods = Object.values(account.methods).filter(
    (method) => method.currency === listing?.currency && isVerified(method),
  )
  const route = usePayoutCommand('set-routing', {
    said: t('payoutAccount.where.saved', { title: listing?.title ?? '' }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('payoutAccount.where.dialog')}
      submit={t('edit.save')}
      close={t('payoutAccount.keep')}
      missing={
        methods.length === 0 && now === ''
          ? t('payoutAccount.where.noMethod', { currency: listing?.currency ?? '' })
          : undefined
      }
      pending={route.pending}
      error={route.error}
      onSubmit={() => route.run({ listingId, methodId: chosen === '' ? null : chosen })}
      onClose={onClose}
    >
      <Field label={t('payoutAccount.where.listing')}>
        {({ error: _error, ...field }) => (
          <Select
            native
            value={listingId}
            onChange={({ target }) => {
              setListingId(target.value)
              setChosen(account.routing[target.value]?.at(-1) ?? '')
            }}
            inputProps={field}
          >
            {listings.map(({ id, title, currency }) => (
              <option key={id} value={id}>
                {title}, {currency}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('payoutAccount.where.method')} help={t('payoutAccount.where.help')}>
        {({ error: _error, ...field }) => (
          <Select native value={chosen} onChange={({ target }) => setChosen(target.value)} inputProps={field}>
            <option value="">{t('payoutAccount.where.default')}</option>
            {methods.map((method) => (
              <option key={method.methodId} value={method.methodId}>
                {nameOf(method)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  )
}
