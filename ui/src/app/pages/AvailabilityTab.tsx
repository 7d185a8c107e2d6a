import { useState } from 'react'
import { NextNights } from '../../calendar/NextNights.tsx'
import { NightReasons } from '../../calendar/NightReasons.tsx'
import { useListingNights } from '../../calendar/rows/useListingNights.ts'
import { DateInput } from '../../components/date-fields/DateInput.tsx'
import { isDate } from '../../components/date-fields/useTypedDate.ts'
import { todayIn } from '../../components/dates/localDate.ts'
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
  const [typed, setTyped] = useState(date)
  const nights = useListingNights(listing.id)
  return (
    <Card title={t('listingDetails.explain')}>
      <div className={styles['body']}>
        <DateInput
          label={t('listingDetails.explainDate')}
          value={typed}
          nights={nights}
          onChange={(text) => {
            setTyped(text)
            if (isDate(text)) setDate(text)
          }}
        />
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
