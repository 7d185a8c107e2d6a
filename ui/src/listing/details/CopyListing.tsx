import { useState } from 'react'
import { Button } from '@mui/material'
import { zAddress } from '@hearth/contracts/listing/sections/location'
import { useNavigate } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import {
  readAddressErrors,
  AddressFields,
  NO_ADDRESS,
  type TypedAddress,
} from '../../listing-sections/AddressFields.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import './texts.ts'

/** A new draft with everything of this listing but its address, contacts, photos and registration. */
export const CopyListing = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const navigate = useNavigate()
  const mayWrite = useCan('listing.write')
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState<TypedAddress>(NO_ADDRESS)
  const command = useCommand({
    resource: 'listing-copies',
    touches: ['listings', 'onboarding'],
    onSuccess: ({ id }) => void navigate(to.onboardingCase(id)),
  })
  if (!mayWrite) return null
  const whole = zAddress.safeParse(address)
  const errors = readAddressErrors(command.error, t)
  return (
    <>
      <Button
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        {t('listingDetails.copy')}
      </Button>
      {open && (
        <FormDialog
          title={t('listingDetails.copyTitle', { title: listing.title })}
          submit={t('listingDetails.copySubmit')}
          close={t('listings.keep')}
          pending={command.pending}
          error={Object.keys(errors).length === 0 ? command.error : null}
          missing={whole.success ? undefined : t('listingDetails.copyMissing')}
          onClose={() => setOpen(false)}
          onSubmit={() => command.run({ body: { fromListingId: listing.id, address: whole.data } })}
        >
          <p className="q">{t('listingDetails.copyText')}</p>
          <AddressFields address={address} errors={errors} onChange={setAddress} />
        </FormDialog>
      )}
    </>
  )
}
