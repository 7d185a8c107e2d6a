import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { FigureUnit } from '@hearth/contracts/performance'
import { formatDuration } from '../components/dates/localDate.ts'

/** A share in percent with one decimal: `63.9%` for 6387 basis points. */
export const formatShare = (bps: number): string => `${(bps / 100).toFixed(1)}%`

/** A figure without its currency: `63.9%`, `24,490.00`, `4.84`. What has nothing to divide is a dash. */
export const formatFigure = (unit: FigureUnit, value: number | null, currency: Currency): string => {
  if (value === null) return '–'
  switch (unit) {
    case 'share':
      return formatShare(value)
    case 'money':
      return formatAmount(value, currency)
    case 'nights':
    case 'days':
      return (value / 100).toFixed(1)
    case 'minutes':
      return formatDuration(value * MINUTE_MS)
    case 'stars':
      return (value / 100).toFixed(2)
  }
}

const isZero = (text: string) => !/[1-9]/.test(text)
/** What is too small to be written has no direction. */
const sign = (difference: number, text: string) => (isZero(text) ? '±' : difference > 0 ? '+' : '−')

export type Change = Readonly<{
  /** `+29.7`, `+10.4%`, `−0.03`. */ text: string
  /** Whether `text` counts percentage points, which the page says beside it. */ points: boolean
  direction: -1 | 0 | 1
}>

/**
 * How a figure changed: shares in points, money in percent, the rest by their difference; null where there is nothing
 * to compare.
 */
export const compareFigures = (
  unit: FigureUnit,
  value: number | null,
  before: number | null,
): Change | null => {
  if (value === null || before === null) return null
  const difference = value - before
  const direction = Math.sign(difference) as Change['direction']
  const size = Math.abs(difference)
  const change = (text: string, points = false): Change => ({
    text: `${sign(difference, text)}${text}`,
    points,
    direction: isZero(text) ? 0 : direction,
  })
  switch (unit) {
    case 'share':
      return change((size / 100).toFixed(1), true)
    case 'money':
      return before === 0 ? null : change(`${((size * 100) / Math.abs(before)).toFixed(1)}%`)
    case 'nights':
    case 'days':
      return change((size / 100).toFixed(1))
    case 'minutes':
      return change(formatDuration(size * MINUTE_MS))
    case 'stars':
      return change((size / 100).toFixed(2))
  }
}
