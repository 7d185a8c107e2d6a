import { useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { useGetList } from 'react-admin'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { ChoiceForm } from '../../components/list/filterForms.tsx'

/** One of the account's listings, found by name. */
export const ListingForm = ({
  chosen,
  onChange,
}: {
  chosen: string | undefined
  onChange: (listingId: string) => void
}) => {
  const t = useText()
  const [text, setText] = useState('')
  const { data = [] } = useGetList<Listing>('listings', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'title', order: 'ASC' },
    filter: text.trim() === '' ? {} : { q: text.trim() },
  })
  return (
    <>
      <Field label={t('booking.list.findListing')}>
        {(field) => (
          <OutlinedInput {...field} value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <ChoiceForm
        legend={t('booking.list.columns.listing')}
        choices={data.map(({ id, title, place }) => ({ key: id, label: `${title}, ${place}` }))}
        chosen={chosen === undefined ? [] : [chosen]}
        onChange={([id]) => id && onChange(id)}
      />
    </>
  )
}
