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
import { createMember } from './scriptedGossip.ts'

export type ScriptedNode = Readonly<{ port: number; stop: () => void }>

/**
 * A node of an event store without data that knows no leader. `denies`: it knows the user, who may not read.
 * `elects`: after its first read it is the leader.
 */
export const startScriptedNode = async ({
  denies = false,
  elects = false,
}: Readonly<{ denies?: boolean; elects?: boolean }> = {}): Promise<ScriptedNode> => {
  const server = new Server()
  let leads = false
  server.addService(gossipService.GossipService, {
    read: (_call: ServerUnaryCall<Empty, ClusterInfo>, answer: sendUnaryData<ClusterInfo>) => {
      const info = new gossip.ClusterInfo()
      if (leads) info.addMembers(createMember(port, true))
      answer(null, info)
    },
  })
  server.addService(streamsService.StreamsService, {
    read: (call: ServerWritableStream<ReadReq, ReadResp>) => {
      leads = elects
      if (denies) call.emit('error', { code: status.PERMISSION_DENIED, details: 'Access Denied' })
      else call.end()
    },
  })
  const port = await listenLocally(server)
  return { port, stop: () => server.forceShutdown() }
}
