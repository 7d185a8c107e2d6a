import { useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { NextNights } from '../../calendar/NextNights.tsx'
import { NightReasons } from '../../calendar/NightReasons.tsx'
import { todayIn } from '../../components/dates/localDate.ts'
import { Field } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FeedsPart } from '../../ical-feed/FeedsPart.tsx'
import { RulesCard } from '../../listing/cards/RulesCard.tsx'
import styles from '../../listing/details/Details.module.css'

/** Explains for one night why it can or cannot be booked. */
const NightReasonsCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const [date, setDate] = useState(todayIn(listing.timezone))
  return (
    <Card title={t('listingDetails.explain')}>
      <div className={styles['body']}>
        <Field label={t('listingDetails.explainDate')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              type="date"
              value={date}
              onChange={({ target }) => setDate(target.value === '' ? date : target.value)}
              inputProps={field}
            />
          )}
        </Field>
        <NightReasons listing={listing} date={date} />
      </div>
    </Card>
  )
}

/** A listing's nights, the rules for booking them, and the calendars it is synchronised with. */
export const AvailabilityTab = ({ listing }: { listing: Listing }) => (
  <>
    <NextNights listing={listing} />
    <div className={styles['cols']} style={{ marginTop: 24 }}>
      <RulesCard listing={listing} />
      <NightReasonsCard listing={listing} />
    </div>
    <FeedsPart listing={listing} />
  </>
)
