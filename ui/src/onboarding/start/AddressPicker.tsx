import { useId, useState } from 'react'
import { Button, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { Geocoded, GeocodedPlace } from '@hearth/contracts/geocode'
import { getJson } from '../../data/http/http.ts'
import { statusOf } from '../../data/http/problems.ts'
import { addressTexts } from '../../i18n/en/address.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from './AddressPicker.module.css'
import { geoFromText, geoToText, zoomFor, type Geo } from './map/mapMath.ts'
import { OutlineMap } from './map/OutlineMap.tsx'

addTexts({ address: addressTexts })

/** Where the pin stands; `geoAccuracyMeters` says how sure a geocoder was, null where the host put it. */
export type Pin = Readonly<{ geo: Geo | null; geoAccuracyMeters: number | null; pinConfirmed: boolean }>
/** As far as it is typed. */
type Address = Readonly<
  Record<'line1' | 'line2' | 'city' | 'region' | 'postalCode' | 'country', string | null>
>
type Props = Readonly<{
  address: Address
  pin: Pin
  onPin: (pin: Pin) => void
  onAddress: (address: Address) => void
}>

const NOWHERE: Geo = { lat: 25, lng: 0 }
const MAX_QUERY = 250
/** Whoever finds addresses may have to wake up first. */
const TRIES_AGAIN = 2

const find = ({ line1, city, region, postalCode, country }: Address): Promise<Geocoded> => {
  const q = [line1, city, region, postalCode]
    .filter((part) => part !== null && part.trim() !== '')
    .join(', ')
    .slice(0, MAX_QUERY)
  return getJson(
    `/api/geocode?${new URLSearchParams({ q, ...(country !== null && /^[A-Z]{2}$/.test(country) ? { country } : {}) })}`,
  )
}

/** A number of metres as people say it. */
const distance = (meters: number, t: Text) =>
  meters < 950
    ? t('address.meters', { count: Math.max(10, Math.round(meters / 10) * 10) })
    : t('address.kilometers', { count: Math.round(meters / 1_000) })

/**
 * The pin of an address: looked up, pushed on a map, or given as coordinates. Nothing leaves for anybody's
 * map server.
 */
const AddressPicker = ({ address, pin, onPin, onAddress }: Props) => {
  const t = useText()
  const help = useId()
  const [zoom, setZoom] = useState(() => (pin.geo === null ? 1 : zoomFor(pin.geoAccuracyMeters ?? 500)))
  const [typed, setTyped] = useState<string | null>(null)
  // What the last choice filled in goes with it when another place is chosen; what the host typed stays.
  const [filled, setFilled] = useState<Partial<Address>>({})
  // Of several places only the host knows which one is meant.
  const search = useMutation({
    mutationFn: () => find(address),
    retry: (count, error) => count < TRIES_AGAIN && statusOf(error) >= 500,
    onSuccess: ({ places: [only, ...others] }) =>
      only && others.length === 0 && pin.geo === null && choose(only),
  })
  const choose = ({ geo, accuracyMeters, city, region, country }: GeocodedPlace) => {
    setZoom(zoomFor(accuracyMeters))
    setTyped(null)
    onPin({ geo, geoAccuracyMeters: accuracyMeters, pinConfirmed: false })
    const place = { city, region, country }
    const isOpen = (field: keyof typeof place) => !address[field] || address[field] === filled[field]
    const filling = Object.fromEntries(
      Object.entries(place).filter(([field]) => isOpen(field as keyof typeof place)),
    )
    setFilled(filling)
    const next = { ...address, ...filling }
    if (next.city !== address.city || next.region !== address.region || next.country !== address.country)
      onAddress(next)
  }
  const put = (geo: Geo) => {
    setTyped(null)
    onPin({ geo, geoAccuracyMeters: null, pinConfirmed: true })
  }
  const canSearch = [address.line1, address.city, address.postalCode].join('').trim().length >= 3
  const { geo, geoAccuracyMeters, pinConfirmed } = pin
  const wrong = typed !== null && typed.trim() !== '' && geoFromText(typed) === undefined
  const found = search.data
  return (
    <div className={styles['picker']}>
      <div className={styles['search']}>
        <Button
          size="small"
          disabled={!canSearch}
          loading={search.isPending && !search.isPaused}
          onClick={() => search.mutate()}
        >
          <Icon name="search" size={16} />
          {t('address.find')}
        </Button>
        <ProblemText error={search.error} />
        {found && found.places.length === 0 && (
          <p className="small q" role="status">
            {t(found.available ? 'address.none' : 'address.off')}
          </p>
        )}
      </div>
      {found && found.places.length > 0 && (
        <div>
          <ul className={styles['found']} aria-label={t('address.found')}>
            {found.places.map((place) => (
              <li key={`${place.label} ${geoToText(place.geo)}`}>
                <button
                  type="button"
                  aria-pressed={geo !== null && geoToText(place.geo) === geoToText(geo)}
                  onClick={() => choose(place)}
                >
                  {place.label}
                </button>
              </li>
            ))}
          </ul>
          <p className="cap c">{t('address.foundHelp')}</p>
        </div>
      )}
      <OutlineMap
        view={{ center: geo ?? NOWHERE, zoom }}
        label={geo === null ? t('address.mapEmpty') : t('address.map', { place: geoToText(geo) })}
        describedBy={help}
        onMove={put}
        onZoom={setZoom}
      />
      <p id={help} className="cap c">
        {t('address.mapHelp')}
      </p>
      <div className={styles['below']}>
        <Field
          label={t('address.coordinates')}
          help={t('address.coordinatesHelp')}
          error={wrong ? t('address.coordinatesWrong') : undefined}
        >
          {(field) => (
            <TextField
              fullWidth
              size="small"
              error={field.error}
              value={typed ?? (geo === null ? '' : geoToText(geo))}
              slotProps={{
                htmlInput: {
                  id: field.id,
                  'aria-describedby': field['aria-describedby'],
                  inputMode: 'text',
                  autoComplete: 'off',
                  maxLength: 60,
                },
              }}
              onChange={({ target }) => {
                const next = geoFromText(target.value)
                setTyped(target.value)
                if (next) {
                  setZoom((now) => Math.max(now, 15))
                  onPin({ geo: next, geoAccuracyMeters: null, pinConfirmed: true })
                }
              }}
              onBlur={() => {
                if (!wrong) setTyped(null)
              }}
            />
          )}
        </Field>
        <div className={styles['state']} role="status">
          {geo === null ? (
            <span className="small q">{t('address.noPin')}</span>
          ) : pinConfirmed ? (
            <span className="small ok-ink">
              <Icon name="check" size={14} style={{ verticalAlign: 'text-bottom' }} />{' '}
              {t('address.confirmed')}
            </span>
          ) : (
            <>
              <span className="small q">
                {t('address.unconfirmed', { distance: distance(geoAccuracyMeters ?? 0, t) })}
              </span>
              <Button size="small" onClick={() => onPin({ ...pin, pinConfirmed: true })}>
                {t('address.confirm')}
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
export default AddressPicker
