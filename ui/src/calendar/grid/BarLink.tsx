import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../components/display/icons.tsx'
import type { Bar } from './layoutBars.ts'
import styles from './MultiCalendar.module.css'
import { pathOfBar, useBarText } from './useBarText.ts'

/** From 58 % of the arrival's column to 42 % of the departure's, so that a turnover shows as a gap. */
const position = ({ column, nights, cell }: Bar, days: number): CSSProperties => {
  const left = Math.max(0, column + 0.58)
  const right = Math.min(days, column + nights + 0.42)
  return { left: `${(left - cell) * 100}%`, width: `${(right - left) * 100}%` }
}

/** A stay or block as a bar; a link where it has a page. */
export const BarLink = ({ bar, days }: { bar: Bar; days: number }) => {
  const { formatName, formatLabel } = useBarText()
  const path = pathOfBar(bar)
  const label = formatLabel(bar)
  const shared = {
    className: [
      styles['bar'],
      styles[bar.kind],
      bar.cutLeft ? styles['cutLeft'] : '',
      bar.cutRight ? styles['cutRight'] : '',
    ]
      .filter(Boolean)
      .join(' '),
    style: position(bar, days),
    title: label,
  }
  const inside = (
    <>
      {bar.kind === 'clash' && <Icon name="alert" size={14} />}
      {(days <= 40 || bar.nights > 1) && <span>{formatName(bar)}</span>}
    </>
  )
  return path === undefined ? (
    <span {...shared}>{inside}</span>
  ) : (
    <Link {...shared} to={path} aria-label={label} tabIndex={-1} draggable={false}>
      {inside}
    </Link>
  )
}
