import { EventStoreDBClient, jsonEvent, type JSONType } from '@eventstore/db-client'
import { repeatFor, serveRounds } from './generator.ts'

/** `event` is written again and again, to the streams in turn. */
export type AppendsInput = Readonly<{ url: string; writers: number; streams: number; event: Readonly<{ type: string; data: Record<string, JSONType>; metadata: Readonly<Record<string, string>> }> }>

/** `batch` is what `appendToStream` does by itself; `plain` is the call that credentials lead to, which our adapter uses. */
export type AppendsWish = Readonly<{ style: 'batch' | 'plain'; seconds: number }>

serveRounds(({ url, writers, streams, event }: AppendsInput) => {
  const client = EventStoreDBClient.connectionString(`${url}&throwOnAppendFailure=true&keepAliveInterval=10000&keepAliveTimeout=5000`)
  let turn = 0
  return ({ style, seconds }: AppendsWish) => {
    const options = style === 'plain' ? { credentials: { username: 'none', password: 'none' } } : {}
    return repeatFor(seconds, writers, async () => {
      turn += 1
      await client.appendToStream(`bench-${turn % streams}`, jsonEvent(event), options)
      return true
    })
  }
})
