import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Channel, ChannelOptions } from '@grpc/grpc-js'

/**
 * Bytes that may be on their way to a connection, and to each of its streams, before it has taken what came
 * before.
 */
const WINDOW_BYTES = 524_288

/**
 * HTTP/2 begins with 64 KB for a whole connection, and what was taken is reported once in each turn of the
 * event loop: on a busy machine (a turn takes 20 to 50 ms) all reads of a process together got forty events
 * in a turn, and those of a long stream took seconds (docs/decisions/0029-a-wider-window.md). The client has
 * no setting for it.
 */
export const widenWindow = (client: EventStoreDBClient): EventStoreDBClient => {
  const createChannel: () => Promise<Channel> = client['createChannel']
  client['createChannel'] = async () => {
    const channel = await createChannel()
    const options: ChannelOptions = channel['internalChannel'].getOptions()
    options['grpc-node.flow_control_window'] = WINDOW_BYTES
    return channel
  }
  return client
}
