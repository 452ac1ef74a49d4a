// Finding things by words that stand in them.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { SearchAnswer } from "./types";

const MOST = 12;

export const useSearchAnswer = (company: string, words: string) =>
  useQuery({
    queryKey: [company, "search", words],
    queryFn: ({ signal }): Promise<SearchAnswer> =>
      unwrap(
        api.GET("/companies/{companyId}/search", {
          params: { path: { companyId: company }, query: { q: words, limit: MOST } as never },
          signal,
        }),
      ),
    enabled: words.length > 1,
    // What was found for fewer letters stays until more is known; nothing moves under the pointer.
    placeholderData: keepPreviousData,
    meta: { isKept: false },
  });
