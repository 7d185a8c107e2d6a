import { describe, expect, it, vi } from 'vitest'
import { formatTime, parseTime, readerLocale } from './timeOfDay.ts'

const TIMES = Array.from({ length: 1440 }, (_, minute) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
)

describe('times of day', () => {
  it('are on the clock of the locale', () => {
    const times = ['00:00', '00:05', '11:59', '12:00', '15:00', '23:59']
    expect(times.map((time) => formatTime(time, 'en-GB'))).toEqual(times)
    expect(times.map((time) => formatTime(time, 'en-US').replace('\u00a0', ' '))).toEqual([
      '12:00 AM',
      '12:05 AM',
      '11:59 AM',
      '12:00 PM',
      '3:00 PM',
      '11:59 PM',
    ])
  })
  it.each(['en-GB', 'en-US', 'de-DE', 'en-AU'])('are read as they are written in %s', (locale) =>
    expect(TIMES.map((time) => parseTime(formatTime(time, locale)))).toEqual(TIMES),
  )
  it('are read in either clock', () =>
    expect(['15:00', '9.30', '3 pm', '3:00 P.M.', '12 am', '0:15'].map(parseTime)).toEqual([
      '15:00',
      '09:30',
      '15:00',
      '15:00',
      '00:00',
      '00:15',
    ]))
  it('are refused where they could be another time, or do not exist', () =>
    expect(['3', '15', '24:00', '12:60', '13 pm', '0 am', '', 'noon', '3:0'].map(parseTime)).toEqual(
      Array.from({ length: 9 }, () => undefined),
    ))
})

it.each([
  ['en-US@posix', 'en-US'],
  ['de-DE', 'de-DE'],
  ['', 'en'],
  ['c_utf8', 'en'],
])('reads the language %j of a browser as %s', (language, locale) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  expect(readerLocale()).toBe(locale)
})
