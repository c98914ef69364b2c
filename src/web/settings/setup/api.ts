import type { ChecklistItem, FirstRun, FirstRunStep, Service, StepState, TryResult } from '#domain/settings/setup.ts'
import { api, onceChanged, unwrap } from '../../api.ts'

/** Longer than the server's own deadline, so that its sentence arrives. */
const tryTimeoutMs = 15_000
/** An admin who logs in does not wait longer for the page to go to. */
const loginWaitMs = 3_000

const trying = (service: string) => ({
  url: `settings/services/${service}/try`,
  method: 'POST',
  timeout: tryTimeoutMs,
})

export const {
  endpoints: setupEndpoints,
  useServicesQuery,
  useTryEmailMutation,
  useTryPicturesMutation,
  useTryPaymentsMutation,
  useTestPaymentQuery,
  useChecklistQuery,
  useFirstRunQuery,
  useSaveStepMutation,
  useHideChecklistMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    services: build.query<Service[], void>({
      query: () => 'settings/services',
      transformResponse: unwrap<Service[]>,
      providesTags: ['Mine'],
    }),
    tryEmail: build.mutation<TryResult, void>({
      query: () => trying('email'),
      transformResponse: unwrap<TryResult>,
    }),
    tryPictures: build.mutation<TryResult, void>({
      query: () => trying('pictures'),
      transformResponse: unwrap<TryResult>,
    }),
    /** Its `url` is the page on which to pay. */
    tryPayments: build.mutation<TryResult, void>({
      query: () => trying('payments'),
      transformResponse: unwrap<TryResult>,
    }),
    /** Whether a test payment was paid; the server then refunds it. */
    testPayment: build.query<TryResult, string>({
      query: id => ({ url: `settings/services/payments/try/${encodeURIComponent(id)}`, timeout: tryTimeoutMs }),
      transformResponse: unwrap<TryResult>,
      providesTags: ['Mine'],
    }),
    checklist: build.query<ChecklistItem[], void>({
      query: () => 'settings/checklist',
      transformResponse: unwrap<ChecklistItem[]>,
      providesTags: ['Settings', 'Product', 'Users', 'Mine'],
    }),
    firstRun: build.query<FirstRun, void>({
      query: () => ({ url: 'settings/first-run', timeout: loginWaitMs }),
      transformResponse: unwrap<FirstRun>,
      providesTags: ['Settings', 'Mine'],
    }),
    saveStep: build.mutation<FirstRun, { step: FirstRunStep; state: StepState }>({
      query: ({ step, state }) => ({ url: `settings/first-run/${step}`, method: 'PUT', body: { state } }),
      transformResponse: unwrap<FirstRun>,
      invalidatesTags: onceChanged(['Settings']),
    }),
    /** The first call begins the set-up. */
    hideChecklist: build.mutation<FirstRun, { isHidden: boolean }>({
      query: body => ({ url: 'settings/first-run', method: 'PUT', body }),
      transformResponse: unwrap<FirstRun>,
      invalidatesTags: onceChanged(['Settings']),
    }),
  }),
})
