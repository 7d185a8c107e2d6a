import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'

/** The commit position of the log's last event. */
export const readHead = async (client: Pick<EventStoreDBClient, 'readAll'>): Promise<bigint> => {
  let head: bigint | undefined
  // Read to its end: a call left half-read keeps the client from being disposed of.
  for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }))
    head = event?.position.commit
  if (head === undefined) throw new Error('The log is empty')
  return head
}
