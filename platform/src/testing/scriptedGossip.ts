import { randomUUID } from 'node:crypto'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { Server, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js'
import { listenLocally } from './grpcServer.ts'

const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState

export type ScriptedGossip = Readonly<{ port: number; stop: () => void }>

/** What a cluster says about one of its nodes, on a local port. */
export const createMember = (port: number, isLeader: boolean) => {
  const endPoint = new gossip.EndPoint()
  endPoint.setAddress('127.0.0.1')
  endPoint.setPort(port)
  const id = new shared.UUID()
  id.setString(randomUUID())
  const member = new gossip.MemberInfo()
  member.setInstanceId(id)
  member.setTimeStamp('0')
  member.setState(isLeader ? LEADER : FOLLOWER)
  member.setIsAlive(true)
  member.setHttpEndPoint(endPoint)
  return member
}

/**
 * Answers the gossip of a cluster of nodes on these local ports; `leader` is asked each time. What a cluster
 * says about itself is all that a client needs to find a node.
 */
export const startScriptedGossip = async (
  nodes: readonly number[],
  leader: () => number,
): Promise<ScriptedGossip> => {
  const server = new Server()
  server.addService(gossipService.GossipService, {
    read: (_call: ServerUnaryCall<Empty, ClusterInfo>, answer: sendUnaryData<ClusterInfo>) => {
      const info = new gossip.ClusterInfo()
      for (const port of nodes) info.addMembers(createMember(port, port === leader()))
      answer(null, info)
    },
  })
  const port = await listenLocally(server)
  return { port, stop: () => server.forceShutdown() }
}
