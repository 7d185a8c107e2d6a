import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'

// The version whose behaviour is reproduced; clients derive from it what the server supports.
const serverVersion = '24.10.0'
const unknownState = 2
const leaderState = 8

const streamsService = 'event_store.client.streams.streams'
const persistentService = 'event_store.client.persistent_subscriptions.persistentsubscriptions'
const methods: readonly (readonly [service: string, method: string, features: readonly string[]])[] = [
  [streamsService, 'read', ['position', 'events']],
  [streamsService, 'append', []],
  [streamsService, 'batchappend', ['deadline_duration']],
  [streamsService, 'delete', []],
  [streamsService, 'tombstone', []],
  // What is missing here for $all the client refuses itself, as not supported. For a stream it would turn to
  // HTTP, so these are listed, and the call is answered by UNIMPLEMENTED with the reason.
  [persistentService, 'list', ['stream']],
  [persistentService, 'getinfo', ['stream']],
  [persistentService, 'replayparked', ['stream']],
  [persistentService, 'restartsubsystem', []],
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
]

/** What a client asks before it chooses a call. */
export const supportedMethods = (): SupportedMethods => {
  const answer = new features.SupportedMethods()
  answer.setEventStoreServerVersion(serverVersion)
  for (const [service, method, names] of methods) {
    const supported = new features.SupportedMethod()
    supported.setServiceName(service)
    supported.setMethodName(method)
    supported.setFeaturesList([...names])
    answer.addMethods(supported)
  }
  return answer
}

export type Member = Readonly<{ instanceId: string; host: string; port: number; isLeading: boolean }>

/** A cluster of one: leader while it holds the log, otherwise in a state that clients skip. */
export const clusterInfo = ({ instanceId, host, port, isLeading }: Member): ClusterInfo => {
  const endPoint = new gossip.EndPoint()
  endPoint.setAddress(host)
  endPoint.setPort(port)
  const id = new shared.UUID()
  id.setString(instanceId)
  const member = new gossip.MemberInfo()
  member.setInstanceId(id)
  member.setTimeStamp(`${Date.now()}0000`)
  member.setState(isLeading ? leaderState : unknownState)
  member.setIsAlive(isLeading)
  member.setHttpEndPoint(endPoint)
  const info = new gossip.ClusterInfo()
  info.addMembers(member)
  return info
}
