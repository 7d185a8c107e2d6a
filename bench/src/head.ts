import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'

/** The commit position of the log's last event. */
export const headOf = async (client: Pick<EventStoreDBClient, 'readAll'>): Promise<bigint> => {
  for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) if (event) return event.position.commit
  throw new Error('The log is empty')
}
