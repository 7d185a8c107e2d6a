import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'

/** Lines of one entry of a calendar. */
export const entryLines = (
  uid: string,
  start: LocalDate,
  end: LocalDate,
  summary = 'Reserved',
): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`,
  `DTEND;VALUE=DATE:${end.replaceAll('-', '')}`,
  `SUMMARY:${summary}`,
  'END:VEVENT',
]
/** A calendar as Airbnb writes it. */
export const createCalendar = (...entries: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
    'VERSION:2.0',
    ...entries.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
/** Stays of two nights each, one after the other with a night between. */
export const createStays = (name: string, from: LocalDate, count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) =>
    entryLines(`${name}-${index}`, addDays(from, index * 3), addDays(from, index * 3 + 2)),
  )

/** A local server with an answer for each path; it counts the requests. */
export const startFeedServer = async () => {
  const answers = new Map<string, RequestListener>()
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const answer = answers.get(new URL(request.url ?? '/', 'http://x').pathname)
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked: () => asked,
    answer: (path: string, answer: RequestListener | string) => {
      answers.set(
        path,
        typeof answer === 'string'
          ? (_request, response) => response.writeHead(200, { 'content-type': 'text/calendar' }).end(answer)
          : answer,
      )
      return `${origin}${path}`
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>
