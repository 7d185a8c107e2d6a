import { SHORT_MONTHS, SHORT_WEEKDAYS } from '../kernel/calendarNames.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { readSection } from '../listing/contentResource.ts'
import { formatAddress } from '../listing/sections/location.ts'
import type { TemplateValues, TemplateVariable } from './variables.ts'

/** The stay as far as templates name it. What the reader may not see is null. */
export type TemplateStay = Readonly<{
  code: string | null
  checkIn: LocalDate
  checkOut: LocalDate
  nights: number
  guests: number | null
}>

export type TemplateListing = Readonly<{
  title: string
  publicTitle: string | null
  checkInTime: string
  checkOutTime: string
}>

/** `content`: undefined while the listing has none, or the reader may not see it. */
export type TemplateSources = Readonly<{
  guestName: string
  stay: TemplateStay | undefined
  listing: TemplateListing | undefined
  content: Parameters<typeof readSection>[0]
}>

/** `Thu 26 Nov 2026`: a month in letters is read the same way everywhere. */
const formatDate = (date: LocalDate): string => {
  const day = new Date(date)
  const [weekday, month] = [SHORT_WEEKDAYS[day.getUTCDay()], SHORT_MONTHS[day.getUTCMonth()]]
  return `${weekday} ${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`
}

/** One line for each text; undefined where there is none. */
const formatLines = (texts: readonly string[] | null | undefined): string | undefined =>
  texts?.length ? texts.map((text) => `- ${text}`).join('\n') : undefined

const readStayValues = (stay: TemplateStay | undefined): Values => ({
  checkIn: stay && formatDate(stay.checkIn),
  checkOut: stay && formatDate(stay.checkOut),
  nights: stay && String(stay.nights),
  guests: stay?.guests?.toString(),
  bookingCode: stay?.code,
})

const readContentValues = (content: TemplateSources['content']): Values => {
  const { wifi } = readSection(content, 'info').values
  const { address } = readSection(content, 'location').values
  const { steps, checkOutTasks } = readSection(content, 'checkInOut').values
  const { primary } = readSection(content, 'contact').values
  return {
    address: address && formatAddress(address),
    arrivalSteps: formatLines(steps?.map(({ text }) => text)),
    parking: readSection(content, 'parking').values.instructions,
    wifiName: wifi?.ssid,
    wifiPassword: wifi?.password,
    houseRules: readSection(content, 'houseRules').values.additional,
    departureTasks: formatLines(checkOutTasks),
    contactName: primary?.name,
    contactPhone: primary?.phone,
  }
}

type Values = Readonly<Partial<Record<TemplateVariable, string | null | undefined>>>

/** What is known of the variables of a template for this guest, stay and listing. */
export const readTemplateValues = ({
  guestName,
  stay,
  listing,
  content,
}: TemplateSources): TemplateValues => {
  const values: Values = {
    guestFirstName: guestName.split(/\s+/)[0],
    guestName,
    listingName: listing && (listing.publicTitle ?? listing.title),
    checkInTime: listing?.checkInTime,
    checkOutTime: listing?.checkOutTime,
    ...readStayValues(stay),
    ...readContentValues(content),
  }
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  )
}
