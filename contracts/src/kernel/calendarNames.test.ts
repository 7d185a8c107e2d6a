import { expect, test } from 'vitest'
import { MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS } from './calendarNames.ts'

test('starts weekdays on Sunday and months in January, in English', () => {
  expect(WEEKDAYS).toEqual(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
  expect([MONTHS[0], MONTHS[8], MONTHS[11], MONTHS.length]).toEqual(['January', 'September', 'December', 12])
})
test('shortens names to three letters', () => {
  expect(SHORT_WEEKDAYS.join(' ')).toBe('Sun Mon Tue Wed Thu Fri Sat')
  expect(SHORT_MONTHS.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
})
