import { Button } from '@mui/material'
import { useGetOne } from 'react-admin'
import { emergencyNumbers, readSection, type listingContents } from '@hearth/contracts/listing'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { Icon } from '../../components/display/icons.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Report.module.css'

/** Whom to call where the listing is, by its address; undefined where that is not known. */
const useNumbers = (listing: Listing | undefined): readonly string[] | undefined => {
  const { data } = useGetOne<Shown<typeof listingContents>>(
    'listing-contents',
    { id: listing?.id ?? '' },
    { enabled: listing !== undefined, retry: false },
  )
  const country = readSection(data, 'location').values.address?.country
  return country === undefined ? undefined : emergencyNumbers(country)
}

/** The way to the emergency services, before anything else. */
export const EmergencyBanner = ({ listing }: Readonly<{ listing: Listing | undefined }>) => {
  const t = useText()
  const known = useNumbers(listing)
  const numbers = known ?? emergencyNumbers('')
  const [first = '112'] = numbers
  return (
    <div className={styles['sos']} role="note">
      <Icon name="alert" size={24} />
      <p>
        <b>{t('incident.report.call')}</b>
        {known && listing
          ? t('incident.report.numbers', {
              listing: listing.title,
              place: listing.place,
              numbers: numbers.join(', '),
            })
          : t('incident.report.unknownNumbers', { numbers: numbers.join(', ') })}
      </p>
      <Button color="error" variant="outlined" href={`tel:${first}`}>
        {t('incident.report.callNumber', { number: first })}
      </Button>
    </div>
  )
}
