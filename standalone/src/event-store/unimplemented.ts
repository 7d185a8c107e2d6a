import { OperationsService } from '@eventstore/db-client/generated/operations_grpc_pb.js'
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import { ProjectionsService } from '@eventstore/db-client/generated/projections_grpc_pb.js'
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js'
import { MonitoringService } from '@eventstore/db-client/generated/monitoring_grpc_pb.js'
import {
  type sendUnaryData,
  type Server,
  type ServerWritableStream,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { report } from './diagnostics.ts'
import { CallError } from './errors.ts'

const services: Readonly<Record<string, ServiceDefinition>> = {
  'persistent subscriptions': PersistentSubscriptionsService,
  projections: ProjectionsService,
  'user management': UsersService,
  operations: OperationsService,
  monitoring: MonitoringService,
}

/**
 * Answers unsupported calls with UNIMPLEMENTED and a line in the log, so that no client waits without an
 * answer.
 */
export const addUnimplemented = (server: Server): void => {
  for (const [name, definition] of Object.entries(services)) {
    const refusal = (path: string): CallError => {
      report('warn', 'a call that this server does not implement', { path })
      return new CallError(status.UNIMPLEMENTED, `the embedded event store has no ${name}`)
    }
    const implementation: UntypedServiceImplementation = {}
    for (const [key, method] of Object.entries(definition)) {
      implementation[key] = method.responseStream
        ? (call: ServerWritableStream<unknown, unknown>) => void call.emit('error', refusal(method.path))
        : (_call: unknown, callback: sendUnaryData<unknown>) => callback(refusal(method.path))
    }
    server.addService(definition, implementation)
  }
}
