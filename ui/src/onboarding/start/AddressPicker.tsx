import { lazy, Suspense, useId, useState, type ComponentProps } from 'react'
import { Button, TextField } from '@mui/material'
import type { GeocodedPlace } from '@hearth/contracts/geocode'
import { addressTexts } from '../../i18n/en/address.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from './AddressPicker.module.css'
import { parseGeo, formatGeo, computeZoom, type Geo } from './map/mapMath.ts'
import { readMapStyle } from './map/mapStyle.ts'
import { OutlineMap } from './map/OutlineMap.tsx'
import type { Address, Pin } from './findPlaces.ts'
import { useAddressSearch } from './useAddressSearch.ts'

addTexts({ address: addressTexts })

const TYPED_ZOOM = 15

/** A distance, rounded as people say it. */
const formatDistance = (meters: number, t: Text) =>
  meters < 950
    ? t('address.meters', { count: Math.max(10, Math.round(meters / 10) * 10) })
    : t('address.kilometers', { count: Math.round(meters / 1_000) })

const FoundPlaces = ({
  places,
  geo,
  onChoose,
}: {
  places: readonly GeocodedPlace[]
  geo: Geo | null
  onChoose: (place: GeocodedPlace) => void
}) => {
  const t = useText()
  return (
    <div>
      <ul className={styles['found']} aria-label={t('address.found')}>
        {places.map((place) => (
          <li key={`${place.label} ${formatGeo(place.geo)}`}>
            <button
              type="button"
              aria-pressed={geo !== null && formatGeo(place.geo) === formatGeo(geo)}
              onClick={() => onChoose(place)}
            >
              {place.label}
            </button>
          </li>
        ))}
      </ul>
      <p className="cap c">{t('address.foundHelp')}</p>
    </div>
  )
}

type CoordinatesProps = {
  geo: Geo | null
  /** What is being typed; null while the field shows the pin. */
  typed: string | null
  onTyped: (text: string | null) => void
  onGeo: (geo: Geo) => void
}

const CoordinatesField = ({ geo, typed, onTyped, onGeo }: CoordinatesProps) => {
  const t = useText()
  const wrong = typed !== null && typed.trim() !== '' && parseGeo(typed) === undefined
  return (
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
          value={typed ?? (geo === null ? '' : formatGeo(geo))}
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
            const next = parseGeo(target.value)
            onTyped(target.value)
            if (next) onGeo(next)
          }}
          onBlur={() => {
            if (!wrong) onTyped(null)
          }}
        />
      )}
    </Field>
  )
}

const PinState = ({ pin, onConfirm }: { pin: Pin; onConfirm: () => void }) => {
  const t = useText()
  return (
    <div className={styles['state']} role="status">
      {pin.geo === null ? (
        <span className="small q">{t('address.noPin')}</span>
      ) : pin.pinConfirmed ? (
        <span className="small ok-ink">
          <Icon name="check" size={14} style={{ verticalAlign: 'text-bottom' }} /> {t('address.confirmed')}
        </span>
      ) : (
        <>
          <span className="small q">
            {t('address.unconfirmed', { distance: formatDistance(pin.geoAccuracyMeters ?? 0, t) })}
          </span>
          <Button size="small" onClick={onConfirm}>
            {t('address.confirm')}
          </Button>
        </>
      )}
    </div>
  )
}

const SearchButton = ({
  address,
  search,
}: {
  address: Address
  search: ReturnType<typeof useAddressSearch>['search']
}) => {
  const t = useText()
  const canSearch = [address.line1, address.city, address.postalCode].join('').trim().length >= 3
  const found = search.data
  return (
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
  )
}

const StreetMap = lazy(() => import('./map/StreetMap.tsx'))

/** The street map of this installation; an outline where there is none, or where it fails. */
const PinMap = (props: ComponentProps<typeof OutlineMap>) => {
  const styleUrl = readMapStyle()
  const [failed, setFailed] = useState(false)
  if (styleUrl === undefined || failed) return <OutlineMap {...props} />
  const { view, label, describedBy, onMove } = props
  return (
    <Suspense fallback={<Skeleton height={400} />}>
      <StreetMap
        styleUrl={styleUrl}
        view={view}
        label={label}
        describedBy={describedBy}
        onMove={onMove}
        onFail={() => setFailed(true)}
      />
    </Suspense>
  )
}

type Props = Readonly<{
  address: Address
  pin: Pin
  onPin: (pin: Pin) => void
  onAddress: (address: Address) => void
}>

/**
 * The pin of an address: found by its address, moved on a map, or typed as coordinates. There is no map until
 * there is a pin. Only an installation with a street map sends requests to a map server.
 */
const AddressPicker = ({ address, pin, onPin, onAddress }: Props) => {
  const t = useText()
  const help = useId()
  const { geo } = pin
  const [zoom, setZoom] = useState(() => computeZoom(pin.geoAccuracyMeters ?? 500))
  const [typed, setTyped] = useState<string | null>(null)
  const place = (next: Pin) => {
    setTyped(null)
    onPin(next)
  }
  const { search, choose } = useAddressSearch({
    address,
    pin,
    onPin: (next) => {
      setZoom(computeZoom(next.geoAccuracyMeters ?? 500))
      place(next)
    },
    onAddress,
  })
  const found = search.data
  return (
    <div className={styles['picker']}>
      <SearchButton address={address} search={search} />
      {found && found.places.length > 0 && <FoundPlaces places={found.places} geo={geo} onChoose={choose} />}
      {geo !== null && (
        <>
          <PinMap
            view={{ center: geo, zoom }}
            label={t('address.map', { place: formatGeo(geo) })}
            describedBy={help}
            onMove={(moved) => place({ geo: moved, geoAccuracyMeters: null, pinConfirmed: true })}
            onZoom={setZoom}
          />
          <p id={help} className="cap c">
            {t('address.mapHelp')}
          </p>
        </>
      )}
      <div className={styles['below']}>
        <CoordinatesField
          geo={geo}
          typed={typed}
          onTyped={setTyped}
          onGeo={(next) => {
            setZoom((now) => Math.max(now, TYPED_ZOOM))
            onPin({ geo: next, geoAccuracyMeters: null, pinConfirmed: true })
          }}
        />
        <PinState pin={pin} onConfirm={() => onPin({ ...pin, pinConfirmed: true })} />
      </div>
    </div>
  )
}
export default AddressPicker
