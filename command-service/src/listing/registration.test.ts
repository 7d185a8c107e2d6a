import { describe, expect, test } from 'vitest'
import { ADMIN, given, IMPORTER, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { ids, situation, started } from './testing/listingHistory.ts'

describe('the registration', () => {
  const recorded = {
    scheme: 'pt_al',
    number: '12345/AL',
    expiresOn: '2027-06-01',
    documentFileId: null,
    landRegistryNumber: null,
  } as const
  const record = (change: object = {}) =>
    ({ type: 'RecordRegistration', data: { ...recorded, ...change } }) as const
  const inLog = { type: 'RegistrationRecorded', data: { ...ids, ...recorded } } as const
  const reject = { type: 'RejectRegistration', data: { reason: 'Another address' } } as const

  test('must have its market’s format and not have expired', () => {
    given(listing, started).when(record(), situation).thenEvents(inLog)
    given(listing, started)
      .when(record({ number: 'AL 12345' }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/number' }] })
    given(listing, started)
      .when(record({ expiresOn: '2026-06-12' }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/expiresOn' }] })
  })
  const source = { name: 'Registo Nacional de Turismo', verifiedOn: '2026-06-12' } as const
  const { documentFileId: _document, ...number } = recorded
  const bring = (change: object = {}) =>
    ({
      type: 'ImportRegistration',
      data: { ...number, verifiedBy: source.name, verifiedOn: source.verifiedOn, ...change },
    }) as const
  const imported = { ...situation, actor: IMPORTER }

  test('is verified when it is imported, with who verified it and when', () => {
    const verified = { type: 'RegistrationVerified', data: { ...ids, by: 'importer', source } } as const
    given(listing, started).when(bring(), imported).thenEvents(inLog, verified)
    expect(stateAfter(listing, [started, inLog, verified])).toMatchObject({
      registration: { number: '12345/AL', status: 'verified' },
    })
    given(listing, started, inLog, verified).when(bring(), imported).thenNothing()
    given(listing, started, inLog).when(bring(), imported).thenEvents(inLog, verified)
  })
  test('is imported only with a valid number that was verified by today', () => {
    for (const [pointer, change] of [
      ['/number', { number: 'AL 12345' }],
      ['/expiresOn', { expiresOn: '2026-06-12' }],
      ['/verifiedOn', { verifiedOn: '2026-06-13' }],
    ] as const)
      given(listing, started)
        .when(bring(change), imported)
        .thenRefused('VALIDATION_FAILED', { errors: [{ pointer }] })
  })
  test('is verified or rejected by staff and can be entered again', () => {
    given(listing, started, inLog)
      .when({ type: 'VerifyRegistration', data: {} }, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'RegistrationVerified' })
    given(listing, started, inLog)
      .when(reject, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'RegistrationRejected' })
    given(listing, started)
      .when(reject, { ...situation, actor: ADMIN })
      .thenRefused('INVALID_TRANSITION')
    given(listing, started, inLog).when(record(), situation).thenNothing()
    given(listing, started, inLog, {
      type: 'RegistrationRejected',
      data: { ...ids, by: 'admin', reason: 'Another address' },
    })
      .when(record(), situation)
      .thenEvents(inLog)
  })
})
