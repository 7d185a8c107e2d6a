import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
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
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { guests, error, searching } = useGuests(asked)
  return (
    <>
      <form
        className={styles['find']}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim())
        }}
      >
        <Field label={t('account.data.erase.find')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              value={text}
              onChange={({ target }) => setText(target.value)}
              inputProps={{ ...field, maxLength: 80, autoComplete: 'off' }}
            />
          )}
        </Field>
        <Button type="submit" disabled={text.trim() === ''} loading={searching}>
          {t('account.data.erase.search')}
        </Button>
      </form>
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
