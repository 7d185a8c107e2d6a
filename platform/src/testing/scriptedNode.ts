import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import {
  Server,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js'
import { listenLocally } from './grpcServer.ts'

export type ScriptedNode = Readonly<{ port: number; stop: () => void }>

/**
 * A node of an event store without data that knows no leader. `denies`: it knows the user, who may not read.
 */
export const startScriptedNode = async ({
  denies = false,
}: Readonly<{ denies?: boolean }> = {}): Promise<ScriptedNode> => {
  const server = new Server()
  server.addService(gossipService.GossipService, {
    read: (_call: ServerUnaryCall<Empty, ClusterInfo>, answer: sendUnaryData<ClusterInfo>) =>
      answer(null, new gossip.ClusterInfo()),
  })
  server.addService(streamsService.StreamsService, {
    read: (call: ServerWritableStream<ReadReq, ReadResp>) => {
      if (denies) call.emit('error', { code: status.PERMISSION_DENIED, details: 'Access Denied' })
      else call.end()
    },
  })
  const port = await listenLocally(server)
  return { port, stop: () => server.forceShutdown() }
}
