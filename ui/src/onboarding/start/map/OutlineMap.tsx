import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { IconButton } from '@mui/material'
import { geoGraticule, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../components/display/icons.tsx'
import styles from './OutlineMap.module.css'
import { HEIGHT, moved, projectionOf, scaleBar, WIDTH, ZOOM, type Geo, type View } from './mapMath.ts'

type World = typeof import('world-atlas/countries-50m.json').default

/** Where the scale begins: in sight on a narrow screen, too. */
const BAR = 64
const STEP = 16
const LEAP = 96
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
/** Lines of latitude and longitude so far apart, degrees, that a few of them show. */
const gridStep = (zoom: number) => 45 / 2 ** Math.max(0, Math.floor(zoom) - 2)

const useWorld = (): World | undefined => {
  const [world, setWorld] = useState<World>()
  useEffect(() => {
    let here = true
    void import('world-atlas/countries-50m.json').then(({ default: loaded }) => {
      if (here) setWorld(loaded)
    })
    return () => {
      here = false
    }
  }, [])
  return world
}

const Outline = ({ view, world }: { view: View; world: World }) => {
  const shapes = useMemo(
    () => ({
      land: feature(world, world.objects.land),
      borders: mesh(world, world.objects.countries, (a, b) => a !== b),
    }),
    [world],
  )
  const paths = useMemo(() => {
    const path = geoPath(projectionOf(view))
    const step = gridStep(view.zoom)
    const near = (middle: number, reach: number) =>
      [Math.floor((middle - reach) / step) * step, Math.ceil((middle + reach) / step) * step] as const
    const [west, east] = near(view.center.lng, step * 8)
    const [south, north] = near(view.center.lat, step * 6)
    const grid = geoGraticule()
      .step([step, step])
      .extent([
        [west, Math.max(-85, south)],
        [east + step / 1e3, Math.min(85, north) + step / 1e3],
      ])
      .precision(step / 4)
    return { land: path(shapes.land) ?? '', borders: path(shapes.borders) ?? '', grid: path(grid()) ?? '' }
  }, [shapes, view])
  return (
    <>
      <path className={styles['land']} d={paths.land} />
      <path className={styles['borders']} d={paths.borders} />
      <path className={styles['grid']} d={paths.grid} />
    </>
  )
}

type Props = Readonly<{
  view: View
  label: string
  describedBy: string
  onMove: (center: Geo) => void
  onZoom: (zoom: number) => void
}>

/**
 * The world's outline, from this bundle alone. The pin stands in the middle; pushing the map, or the arrow
 * keys, move it.
 */
export const OutlineMap = ({ view, label, describedBy, onMove, onZoom }: Props) => {
  const t = useText()
  const id = useId()
  const world = useWorld()
  const [push, setPush] = useState<Readonly<{ x: number; y: number; right: number; down: number }> | null>(
    null,
  )
  const frame = useRef<HTMLDivElement>(null)
  const zoomBy = (by: number) => onZoom(Math.max(ZOOM.least, Math.min(ZOOM.most, view.zoom + by)))
  // It fills its frame: what does not fit is cut off.
  const unitsPerPixel = () =>
    Math.min(WIDTH / (frame.current?.clientWidth || WIDTH), HEIGHT / (frame.current?.clientHeight || HEIGHT))

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (arrow)
      onMove(
        moved(view, arrow[0] * (event.shiftKey ? LEAP : STEP), arrow[1] * (event.shiftKey ? LEAP : STEP)),
      )
    else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else return
    event.preventDefault()
  }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setPush({ x: event.clientX, y: event.clientY, right: 0, down: 0 })
  }
  const pull = (event: PointerEvent) => {
    if (push)
      setPush({
        ...push,
        right: (event.clientX - push.x) * unitsPerPixel(),
        down: (event.clientY - push.y) * unitsPerPixel(),
      })
  }
  const end = () => {
    if (push && Math.hypot(push.right, push.down) > 2) onMove(moved(view, push.right, push.down))
    setPush(null)
  }

  const bar = scaleBar(view)
  const scale =
    bar.meters >= 1_000
      ? t('address.kilometers', { count: bar.meters / 1_000 })
      : t('address.meters', { count: bar.meters })
  return (
    <div ref={frame} className={styles['frame']}>
      {/* A map takes the arrow keys, and "application" is the role that lets screen readers pass them on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles['map']}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the map
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${describedBy} ${id}`}
        data-pushed={push !== null}
        onKeyDown={onKeyDown}
        onPointerDown={begin}
        onPointerMove={pull}
        onPointerUp={end}
        onPointerCancel={() => setPush(null)}
        onDoubleClick={() => zoomBy(1)}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden
          focusable="false"
        >
          <g transform={push === null ? undefined : `translate(${push.right} ${push.down})`}>
            {world && <Outline view={view} world={world} />}
          </g>
          <path className={styles['bar']} d={`M${BAR} ${HEIGHT - 16}v-6m0 6h${bar.units}m0 0v-6`} />
          <text className={styles['barText']} x={BAR + 8 + bar.units} y={HEIGHT - 16}>
            {scale}
          </text>
          <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2})`}>
            <ellipse className={styles['shade']} rx={7} ry={3} />
            <path className={styles['pin']} d="M0 0C-4-8-13-14-13-24a13 13 0 0 1 26 0C13-14 4-8 0 0z" />
            <circle className={styles['eye']} cy={-24} r={4.5} />
          </g>
        </svg>
      </div>
      <p id={id} className="sr">
        {t('address.mapKeys')}
      </p>
      <div className={styles['zoom']}>
        <IconButton
          size="small"
          aria-label={t('address.nearer')}
          disabled={view.zoom >= ZOOM.most}
          onClick={() => zoomBy(1)}
        >
          <Icon name="plus" size={16} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('address.further')}
          disabled={view.zoom <= ZOOM.least}
          onClick={() => zoomBy(-1)}
        >
          <Icon name="minus" size={16} />
        </IconButton>
      </div>
    </div>
  )
}
