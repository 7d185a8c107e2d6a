import { geoMercator, type GeoProjection } from 'd3-geo'

export type Geo = Readonly<{ lat: number; lng: number }>
/** What the map shows: the pin is always in the middle. `zoom` as in web maps: one more doubles the scale. */
export type View = Readonly<{ center: Geo; zoom: number }>

/** The map's own units; it is drawn to fit. */
export const WIDTH = 640
export const HEIGHT = 400
export const ZOOM = { least: 1, most: 19 } as const

const EARTH_CIRCUMFERENCE = 40_075_016.686
const TILE = 256
/** Mercator ends before the poles. */
const MAX_LATITUDE = 85
const DECIMALS = 1e6

const round = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS
const wrap = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

export const createProjection = ({ center, zoom }: View): GeoProjection =>
  geoMercator()
    .scale((TILE * 2 ** zoom) / (2 * Math.PI))
    .rotate([-center.lng, 0])
    .center([0, center.lat])
    .translate([WIDTH / 2, HEIGHT / 2])
    .clipExtent([
      [0, 0],
      [WIDTH, HEIGHT],
    ])
    .precision(0.3)

/** The new center after the map was dragged by so many units. */
export const computeCenter = (view: View, right: number, down: number): Geo => {
  const [lng, lat] = createProjection(view).invert?.([WIDTH / 2 - right, HEIGHT / 2 - down]) ?? [
    view.center.lng,
    view.center.lat,
  ]
  return { lat: round(Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))), lng: round(wrap(lng)) }
}

/** Metres of one unit in the middle of the map. */
export const computeMetersPerUnit = ({ center, zoom }: View): number =>
  (EARTH_CIRCUMFERENCE * Math.cos((center.lat * Math.PI) / 180)) / (TILE * 2 ** zoom)

const roundDown = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([5, 2, 1].find((step) => step * power <= value) ?? 1) * power
}

/** The scale below the map: a round number of metres, at most a quarter of its width. */
export const computeScaleBar = (view: View): Readonly<{ meters: number; units: number }> => {
  const meters = roundDown((WIDTH / 4) * computeMetersPerUnit(view))
  return { meters, units: meters / computeMetersPerUnit(view) }
}

/** The zoom that shows a place of this accuracy in metres. */
export const computeZoom = (accuracyMeters: number): number =>
  Math.max(
    3,
    Math.min(
      17,
      Math.round(Math.log2((EARTH_CIRCUMFERENCE * HEIGHT) / (TILE * 6 * Math.max(20, accuracyMeters)))),
    ),
  )

/** Parses `42.2528, -73.791` as phones and maps copy it; undefined for other text. */
export const parseGeo = (text: string): Geo | undefined => {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? []
  const geo = { lat: Number(lat), lng: Number(lng) }
  return lat !== undefined && Math.abs(geo.lat) <= 90 && Math.abs(geo.lng) <= 180
    ? { lat: round(geo.lat), lng: round(geo.lng) }
    : undefined
}
export const formatGeo = ({ lat, lng }: Geo): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
