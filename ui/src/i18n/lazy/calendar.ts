import { calendarTexts } from '../en/calendar.ts'
import { addTexts } from '../i18nProvider.ts'

addTexts({ calendar: calendarTexts })
