import { addTexts } from '../i18n/i18nProvider.ts'
import { incidentTexts } from '../i18n/en/incident.ts'

addTexts({ incident: incidentTexts })
