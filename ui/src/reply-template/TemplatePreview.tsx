import { useState } from 'react'
import { Select } from '@mui/material'
import { useGetList } from 'react-admin'
import { renderTemplate } from '@hearth/contracts/reply-template'
import { formatRange } from '../components/dates/localDate.ts'
import { Field } from '../components/form/Field.tsx'
import { useListings } from '../data/queries/useListings.ts'
import { isOpen, type ListedBooking } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useSees } from '../session/session.ts'
import { formatVariables } from './formatVariables.ts'
import { RenderedText } from './RenderedText.tsx'
import { useTemplateValues, type TemplateSubject } from './useTemplateValues.ts'

const STAYS = 20
const NO_STAY: TemplateSubject = { guestName: '', listingId: '', bookingId: null }

/** The stays that were booked last. */
const useStays = () => {
  const sees = useSees('booking.read')
  const { data = [] } = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: STAYS },
      sort: { field: 'checkIn', order: 'DESC' },
      filter: { status: ['confirmed', 'in_stay'] },
    },
    { enabled: sees },
  )
  return data.filter(isOpen)
}

/** The body as the guest of a real stay would read it, and what would be missing. */
export const TemplatePreview = ({ body }: { body: string }) => {
  const t = useText()
  const stays = useStays()
  const listings = useListings(stays.map(({ listingId }) => listingId))
  const [chosenId, setChosenId] = useState<string | null>(null)
  const stay = stays.find(({ id }) => id === chosenId) ?? stays[0]
  const subject = stay ? { ...stay, bookingId: stay.id } : NO_STAY
  const values = useTemplateValues(subject, stay !== undefined)
  if (stay === undefined) return <p className="small q">{t('replyTemplate.noStay')}</p>
  const { missing } = renderTemplate(body, values ?? {})
  return (
    <>
      <Field label={t('replyTemplate.previewFor')}>
        {({ error: _error, ...field }) => (
          <Select
            native
            value={stay.id}
            onChange={({ target }) => setChosenId(target.value)}
            inputProps={field}
          >
            {stays.map(({ id, guestName, listingId, checkIn, checkOut }) => (
              <option key={id} value={id}>
                {[guestName, listings.get(listingId)?.title, formatRange(checkIn, checkOut)]
                  .filter(Boolean)
                  .join(', ')}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {values && body.trim() !== '' && (
        <RenderedText
          label={t('replyTemplate.preview')}
          body={body}
          values={values}
          note={
            missing.length > 0 ? t('replyTemplate.missing', { what: formatVariables(missing, t) }) : undefined
          }
        />
      )}
    </>
  )
}
