import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { SearchForm } from '../../components/form/SearchForm.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from '../Account.module.css'
import { useGuests, type Guest } from './useGuests.ts'

/** Finds a guest by name or booking code; their stays distinguish people of the same name. */
export const GuestPicker = ({
  chosen,
  onChange,
}: {
  chosen: string | undefined
  onChange: (guest: Guest) => void
}) => {
  const t = useText()
  const [query, setQuery] = useState('')
  const { guests, error, searching } = useGuests(query)
  return (
    <>
      <SearchForm
        required
        label={t('account.data.erase.find')}
        submit={t('account.data.erase.search')}
        pending={searching}
        onSearch={setQuery}
      />
      <ProblemText error={error} />
      {guests?.length === 0 && (
        <p className="q" role="status">
          {t('account.data.erase.nobody')}
        </p>
      )}
      {guests !== undefined && guests.length > 0 && (
        <fieldset className={styles['guests']}>
          <legend className="sr">{t('account.data.erase.guest')}</legend>
          {guests.map((guest) => (
            <label key={guest.guestRef}>
              <input
                type="radio"
                name="guest"
                checked={guest.guestRef === chosen}
                onChange={() => onChange(guest)}
              />
              {guest.name},{' '}
              {t('account.data.erase.stays', {
                smart_count: guest.stays,
                range: formatRange(guest.last.checkIn, guest.last.checkOut),
              })}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
