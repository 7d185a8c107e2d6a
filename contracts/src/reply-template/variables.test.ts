import { describe, expect, test } from 'vitest'
import { zTemplateBody } from './messages.ts'
import { readTemplateValues, type TemplateSources } from './stayValues.ts'
import { listVariables, renderParts, renderTemplate, TEMPLATE_VARIABLES } from './variables.ts'

const refusals = (body: string) => zTemplateBody.safeParse(body).error?.issues.map(({ message }) => message)

describe('the body of a template', () => {
  test.for(TEMPLATE_VARIABLES)('takes the variable %s', (name) =>
    expect(refusals(`Hello {{${name}}} and {{ ${name} }}`)).toBeUndefined(),
  )
  test('names each unknown variable once', () =>
    expect(refusals('{{wifi}} {{wifi}} {{guestFirstname}} {{toString}} {{}}')).toEqual([
      'must not have the unknown variable “wifi”',
      'must not have the unknown variable “guestFirstname”',
      'must not have the unknown variable “toString”',
      'must have a name in every “{{}}”',
    ]))
  test.for(['Hi {{guestName}', 'Hi guestName}}', '{{ {{guestName}}', '{{guestName}} }}'])(
    'refuses braces without their other end: %s',
    (body) => expect(refusals(body)).toEqual(['must close every “{{” with “}}”']),
  )
  test('takes single braces as text', () => expect(refusals('{ not a variable } {')).toBeUndefined())
})

const sources: TemplateSources = {
  guestName: 'Ana Maria P.',
  stay: { code: 'HB-PTG8E33J', checkIn: '2026-11-26', checkOut: '2026-12-06', nights: 10, guests: 5 },
  listing: { title: 'Cedar', publicTitle: 'Cedar House', checkInTime: '15:00', checkOutTime: '11:00' },
  content: {
    sections: {
      info: { version: 1, changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'u1', values: {} },
      checkInOut: {
        version: 1,
        changedAt: '2026-01-01T00:00:00.000Z',
        changedBy: 'u1',
        values: { checkOutTasks: ['Close the windows', 'Leave the keys on the table'] },
      },
      houseRules: {
        version: 1,
        changedAt: '2026-01-01T00:00:00.000Z',
        changedBy: 'u1',
        values: { additional: '' },
      },
    },
    personal: {
      info: { wifi: { ssid: 'CedarGuest', password: null, speedMbps: null } },
      location: {
        address: {
          line1: '12 Pine Road',
          line2: null,
          city: 'Vale',
          region: 'NY',
          postalCode: '12345',
          country: 'US',
        },
      },
    },
  },
}
const render = (body: string, more: Partial<TemplateSources> = {}) =>
  renderTemplate(body, readTemplateValues({ ...sources, ...more }))

describe('rendering', () => {
  test('fills in the guest, the stay and the listing', () =>
    expect(
      render(
        'Hello {{guestFirstName}}, {{listingName}} is yours from {{ checkInTime }} on {{checkIn}} ' +
          'until {{checkOut}} ({{nights}} nights). {{address}}. {{wifiName}}\n{{departureTasks}}',
      ),
    ).toEqual({
      text:
        'Hello Ana, Cedar House is yours from 15:00 on Thu 26 Nov 2026 ' +
        'until Sun 6 Dec 2026 (10 nights). 12 Pine Road, 12345 Vale, NY. CedarGuest\n' +
        '- Close the windows\n- Leave the keys on the table',
      missing: [],
    }))
  test('leaves a variable without a value in the text, and names it once', () =>
    expect(render('{{wifiPassword}} {{wifiName}} {{ wifiPassword }} {{houseRules}}')).toEqual({
      text: '{{wifiPassword}} CedarGuest {{ wifiPassword }} {{houseRules}}',
      missing: ['wifiPassword', 'houseRules'],
    }))
  test('knows nothing about the stay or the content where there is none', () =>
    expect(
      render('{{checkIn}}{{bookingCode}}{{wifiName}}{{listingName}}', {
        stay: undefined,
        listing: undefined,
        content: undefined,
      }).missing,
    ).toEqual(['checkIn', 'bookingCode', 'wifiName', 'listingName']))
  test('does not fill in variables that a value contains', () =>
    expect(render('{{guestName}}', { guestName: '{{wifiName}} $& $1' }).text).toBe('{{wifiName}} $& $1'))
  test('says which pieces of the text are values', () =>
    expect(renderParts('Hello {{guestName}}, {{wifiName}}!', { guestName: 'Ana' })).toEqual([
      { text: 'Hello ', isValue: false },
      { text: 'Ana', isValue: true },
      { text: ', ', isValue: false },
      { text: '{{wifiName}}', isValue: false },
      { text: '!', isValue: false },
    ]))
  test('finds the variables that a text still has', () =>
    expect(listVariables('{{wifiName}} {{x}} {{ wifiName }} {{checkIn}}')).toEqual(['wifiName', 'checkIn']))
})
