import { Button } from '@mui/material'
import { useGetMany, useGetOne } from 'react-admin'
import { emergencyNumbers, readSection, type listingContents } from '@hearth/contracts/listing'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { Icon } from '../../components/display/icons.tsx'
import type { Listing } from '../../data/records/records.ts'
import { findCountryName } from '../../i18n/countries.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Report.module.css'

type Contents = Shown<typeof listingContents>

const readCountry = (contents: Contents | undefined): string | undefined =>
  readSection(contents, 'location').values.address?.country

/** One listing of each town: an account may have hundreds. A zone alone may reach into several countries. */
const pickByTown = (listings: readonly Listing[]) => [
  ...new Map(listings.map(({ place, timezone, id }) => [`${place}, ${timezone}`, id])).values(),
]

/** The countries to call in: of the chosen listing, or of all while none is chosen; empty where unknown. */
const useCountries = (listing: Listing | undefined, all: readonly Listing[]): readonly string[] => {
  const chosen = useGetOne<Contents>(
    'listing-contents',
    { id: listing?.id ?? '' },
    { enabled: listing !== undefined, retry: false },
  )
  const others = useGetMany<Contents>(
    'listing-contents',
    { ids: pickByTown(all) },
    { enabled: listing === undefined && all.length > 0, retry: false },
  )
  const contents = listing === undefined ? (others.data ?? []) : [chosen.data]
  return [...new Set(contents.flatMap((one) => readCountry(one) ?? []))]
}

const useSentence = (listing: Listing | undefined, countries: readonly string[]): string => {
  const t = useText()
  const [country = ''] = countries
  const numbers = emergencyNumbers(country).join(', ')
  if (countries.length === 0) return t('incident.report.unknownNumbers', { numbers })
  if (listing !== undefined)
    return t('incident.report.numbers', { listing: listing.title, place: listing.place, numbers })
  return countries
    .map((code) =>
      t('incident.report.countryNumbers', {
        country: findCountryName(code),
        numbers: emergencyNumbers(code).join(', '),
      }),
    )
    .join('. ')
}

type Props = Readonly<{ listing: Listing | undefined; all?: readonly Listing[] }>

/** The way to the emergency services, before anything else. */
export const EmergencyBanner = ({ listing, all = [] }: Props) => {
  const t = useText()
  const countries = useCountries(listing, all)
  const sentence = useSentence(listing, countries)
  const [first = '112'] = emergencyNumbers(countries[0] ?? '')
  return (
    <div className={styles['sos']} role="note">
      <Icon name="alert" size={24} />
      <p>
        <b>{t('incident.report.call')}</b>
        {sentence}
      </p>
      {countries.length <= 1 && (
        <Button color="error" variant="outlined" href={`tel:${first}`}>
          {t('incident.report.callNumber', { number: first })}
        </Button>
      )}
    </div>
  )
}
