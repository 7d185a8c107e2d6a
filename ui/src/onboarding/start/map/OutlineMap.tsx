import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { IconButton } from '@mui/material'
import { geoGraticule, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../components/display/icons.tsx'
import { Pin } from './Pin.tsx'
import styles from './OutlineMap.module.css'
import {
  HEIGHT,
  computeCenter,
  createProjection,
  computeMetersPerUnit,
  computeScaleBar,
  WIDTH,
  ZOOM,
  type Geo,
  type View,
} from './mapMath.ts'

type World = typeof import('world-atlas/countries-50m.json').default

/**
 * The outline of 1:50,000,000 is about that far off the coast. The land is drawn so much larger: a town at the
 * sea is not to stand in it.
 */
const COAST_PRECISION_M = 5_000

/** Where the scale begins; it is visible on a narrow screen, too. */
const BAR = 64
const STEP = 16
const LEAP = 96
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
/** Degrees between lines of latitude and longitude, so that a few of them are visible. */
const computeGridStep = (zoom: number) => 45 / 2 ** Math.max(0, Math.floor(zoom) - 2)

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
    const path = geoPath(createProjection(view))
    const step = computeGridStep(view.zoom)
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
      <path
        className={styles['land']}
        d={paths.land}
        strokeWidth={(2 * COAST_PRECISION_M) / computeMetersPerUnit(view)}
      />
      <path className={styles['borders']} d={paths.borders} />
      <path className={styles['grid']} d={paths.grid} />
    </>
  )
}

const Scale = ({ view }: { view: View }) => {
  const t = useText()
  const { meters, units } = computeScaleBar(view)
  return (
    <>
      <path className={styles['bar']} d={`M${BAR} ${HEIGHT - 16}v-6m0 6h${units}m0 0v-6`} />
      <text className={styles['barText']} x={BAR + 8 + units} y={HEIGHT - 16}>
        {meters >= 1_000
          ? t('address.kilometers', { count: meters / 1_000 })
          : t('address.meters', { count: meters })}
      </text>
    </>
  )
}

const ZoomButtons = ({ zoom, zoomBy }: { zoom: number; zoomBy: (by: number) => void }) => {
  const t = useText()
  return (
    <div className={styles['zoom']}>
      <IconButton
        size="small"
        aria-label={t('address.nearer')}
        disabled={zoom >= ZOOM.most}
        onClick={() => zoomBy(1)}
      >
        <Icon name="plus" size={16} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('address.further')}
        disabled={zoom <= ZOOM.least}
        onClick={() => zoomBy(-1)}
      >
        <Icon name="minus" size={16} />
      </IconButton>
    </div>
  )
}

type Drag = Readonly<{ x: number; y: number; right: number; down: number }>

/** Dragging the map with a pointer: the map follows it, and the center moves when it is released. */
const useMapDrag = (view: View, onMove: Props['onMove']) => {
  const frame = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  // The map covers its frame; what does not fit is cut off.
  const unitsPerPixel = () =>
    Math.min(WIDTH / (frame.current?.clientWidth || WIDTH), HEIGHT / (frame.current?.clientHeight || HEIGHT))
  return {
    frame,
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ x: event.clientX, y: event.clientY, right: 0, down: 0 })
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag)
          setDrag({
            ...drag,
            right: (event.clientX - drag.x) * unitsPerPixel(),
            down: (event.clientY - drag.y) * unitsPerPixel(),
          })
      },
      onPointerUp: () => {
        if (drag && Math.hypot(drag.right, drag.down) > 2) onMove(computeCenter(view, drag.right, drag.down))
        setDrag(null)
      },
      onPointerCancel: () => setDrag(null),
    },
  }
}

type Props = Readonly<{
  view: View
  label: string
  describedBy: string
  onMove: (center: Geo) => void
  onZoom: (zoom: number) => void
}>

/**
 * The outline of the world, drawn from data of this bundle. The pin stays in the middle; dragging the map or
 * pressing the arrow keys moves it.
 */
export const OutlineMap = ({ view, label, describedBy, onMove, onZoom }: Props) => {
  const t = useText()
  const id = useId()
  const world = useWorld()
  const { frame, drag, handlers } = useMapDrag(view, onMove)
  const zoomBy = (by: number) => onZoom(Math.max(ZOOM.least, Math.min(ZOOM.most, view.zoom + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    const step = event.shiftKey ? LEAP : STEP
    if (arrow) onMove(computeCenter(view, arrow[0] * step, arrow[1] * step))
    else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else return
    event.preventDefault()
  }
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
        data-pushed={drag !== null}
        onKeyDown={onKeyDown}
        {...handlers}
        onDoubleClick={() => zoomBy(1)}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden
          focusable="false"
        >
          <g transform={drag === null ? undefined : `translate(${drag.right} ${drag.down})`}>
            {world && <Outline view={view} world={world} />}
          </g>
          <Scale view={view} />
          <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2})`}>
            <Pin />
          </g>
        </svg>
      </div>
      <p id={id} className="sr">
        {t('address.mapKeys')}
      </p>
      <ZoomButtons zoom={view.zoom} zoomBy={zoomBy} />
    </div>
  )
}
