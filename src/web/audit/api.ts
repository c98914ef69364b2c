import type { AuditEntry, AuditedRecord } from '#domain/audit.ts'
import { api, type Listed, unwrapList } from '../api.ts'

export const entriesOnPage = 20

interface AuditFilters {
  page: number
  q: string
  /** Empty for all records. */
  record: AuditedRecord | ''
}

export const { useListAuditQuery } = api.injectEndpoints({
  endpoints: build => ({
    /** The actions of admins, newest first. */
    listAudit: build.query<Listed<AuditEntry>, AuditFilters>({
      query: filters => ({ url: 'audit', params: { ...filters, limit: entriesOnPage } }),
      transformResponse: unwrapList<AuditEntry>,
      providesTags: ['Audit', 'Mine'],
    }),
  }),
})
