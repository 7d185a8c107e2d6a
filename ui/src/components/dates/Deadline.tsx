import { useText, type TextKey } from '../../i18n/text.ts'
import { formatCountdown } from './countdown.ts'
import { useFormatDeadline, useTimeLeft } from './useDeadline.ts'

const NO_BREAK_SPACE = '\u00a0'
const keepTogether = (text: string): string => text.replaceAll(/ (?!\()/g, NO_BREAK_SPACE)

/**
 * A deadline with the time left, in the words of `text`, which takes `left` and `at`:
 * `Final in 8:14, at 14:06 (11:06 in Los Angeles)`. `place`: the time zone of what it belongs to.
 */
export const Deadline = ({ instant, place, text }: { instant: string; place?: string; text: TextKey }) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(instant)
  return (
    <time dateTime={instant} className="num">
      {t(text, { left: formatCountdown(left), at: keepTogether(format(instant, place)) })}
    </time>
  )
}
