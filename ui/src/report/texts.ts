import { addTexts } from '../i18n/i18nProvider.ts'
import { hostReportTexts } from '../i18n/en/hostReport.ts'

addTexts({ hostReport: hostReportTexts })
