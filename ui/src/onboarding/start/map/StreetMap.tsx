import { Map, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
// The worker is a file of this build: the policy of the page allows no other.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef } from 'react'
import { useText } from '../../../i18n/text.ts'
import { ZOOM, type Geo, type View } from './mapMath.ts'
import { Pin } from './Pin.tsx'
import styles from './StreetMap.module.css'

setWorkerUrl(workerUrl)

/** Its tiles are twice as wide as those that the zoom of web maps counts in. */
const ZOOM_OFFSET = -1
const DECIMALS = 1e5
const round = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS
const isSame = (one: Geo, other: Geo) =>
  round(one.lat) === round(other.lat) && round(one.lng) === round(other.lng)

type Props = Readonly<{
  styleUrl: string
  view: View
  label: string
  describedBy: string
  onMove: (center: Geo) => void
  /** The browser cannot draw it, or its style or streets are missing. */
  onFail: () => void
}>

/** Opens the map in `box`, without turning or tilting. Throws where the browser cannot draw it. */
const openMap = (
  container: HTMLElement,
  { styleUrl, view, onFail }: Props,
  nearer: string,
  further: string,
) => {
  const map = new Map({
    container,
    style: styleUrl,
    center: view.center,
    zoom: view.zoom + ZOOM_OFFSET,
    minZoom: ZOOM.least + ZOOM_OFFSET,
    maxZoom: ZOOM.most + ZOOM_OFFSET,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { 'NavigationControl.ZoomIn': nearer, 'NavigationControl.ZoomOut': further },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-left')
  // Later errors leave a gap in a map that is there.
  map.once('error', onFail)
  map.once('idle', () => map.off('error', onFail))
  return map
}

/** A map with streets. The pin stays in the middle; dragging the map or pressing the arrow keys moves it. */
const StreetMap = (props: Props) => {
  const { view, label, describedBy } = props
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const opened = useRef<Map>(undefined)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (box.current === null) return undefined
    try {
      const map = openMap(box.current, latest.current, t('address.nearer'), t('address.further'))
      opened.current = map
      map.on('moveend', () => {
        const { lat, lng } = map.getCenter().wrap()
        const moved = { lat: round(lat), lng: round(lng) }
        if (!isSame(moved, latest.current.view.center)) latest.current.onMove(moved)
      })
      return () => map.remove()
    } catch {
      latest.current.onFail()
      return undefined
    }
  }, [t])
  useEffect(() => {
    const map = opened.current
    if (map && !isSame(map.getCenter(), view.center))
      map.jumpTo({ center: view.center, zoom: view.zoom + ZOOM_OFFSET })
  }, [view])
  useEffect(() => {
    const canvas = opened.current?.getCanvas()
    canvas?.setAttribute('role', 'application')
    canvas?.setAttribute('aria-label', label)
    canvas?.setAttribute('aria-describedby', describedBy)
  }, [label, describedBy])
  return (
    <div className={styles['frame']}>
      <div ref={box} className={styles['map']} />
      <svg className={styles['point']} viewBox="-16 -40 32 44" aria-hidden focusable="false">
        <Pin />
      </svg>
    </div>
  )
}
export default StreetMap
