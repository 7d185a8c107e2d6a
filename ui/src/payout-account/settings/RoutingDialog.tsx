import { isVerified, payoutAccount, type PayoutAccount } from '@hearth/contracts/payout-account'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
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
  const readMethod = (listingId: string) => account.routing[listingId]?.at(-1) ?? null
  const firstId = first ?? listings[0]?.id ?? ''
  const route = usePayoutCommand('set-routing', {
    said: () => t('payoutAccount.where.saved', { title: listing?.title ?? '' }),
    onSuccess: onClose,
  })
  const form = useCommandForm({
    schema: payoutAccount.commands.SetRouting.schema,
    values: { listingId: firstId, methodId: readMethod(firstId) },
    command: route,
    send: route.run,
  })
  const listing = listings.find(({ id }) => id === form.values.listingId)
  const methods = Object.values(account.methods).filter(
    (method) => method.currency === listing?.currency && isVerified(method),
  )
  return (
    <FormDialog
      {...form.sending}
      title={t('payoutAccount.where.dialog')}
      submit={t('edit.save')}
      close={t('payoutAccount.keep')}
      missing={
        methods.length === 0 && readMethod(form.values.listingId) === null
          ? t('payoutAccount.where.noMethod', { currency: listing?.currency ?? '' })
          : undefined
      }
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="listingId"
        label={t('payoutAccount.where.listing')}
        options={listings.map(({ id, title, currency }) => ({ value: id, label: `${title}, ${currency}` }))}
        onPick={(listingId) => form.set({ methodId: readMethod(listingId) })}
      />
      <SelectField
        control={form.control}
        name="methodId"
        label={t('payoutAccount.where.method')}
        help={t('payoutAccount.where.help')}
        none={t('payoutAccount.where.default')}
        options={methods.map((method) => ({ value: method.methodId, label: nameOf(method) }))}
      />
    </FormDialog>
  )
}
