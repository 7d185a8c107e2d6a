import '../i18n/lazy/blocks.ts'
import '../i18n/lazy/calendar.ts'
import '../i18n/lazy/listings.ts'
