/** One event of a stream, as it was sent. */
export interface StoredEvent {
  /** Its id. */
  readonly id: string;
  /** The message as JSON; empty in the event that begins a stream. */
  readonly data: string;
}

/** What a client has missed of a stream. */
export interface Replay {
  /** The stream. */
  readonly stream: string;
  /** Its events after the one that the client saw last, in order. */
  readonly events: readonly StoredEvent[];
}

/**
 * Keeps what is sent to the clients of sessions, for those that lose a stream and come back. A store
 * may be shared by servers: the ids of sessions are unguessable, and those of streams unique in one.
 */
export interface EventStore {
  /**
   * Keeps one event.
   *
   * @param session The session
   * @param stream Its stream that the event is sent on
   * @param data The message as JSON, or nothing in the event that begins a stream
   * @returns an id without line breaks, unique in the session, and higher than those before
   */
  append(session: string, stream: string, data: string): string | Promise<string>;
  /**
   * What came after an event on its stream.
   *
   * @param session The session; events of others are unknown
   * @param after Id of the event
   * @returns the stream and its later events, or `undefined` if the event is not there (any more)
   */
  replay(session: string, after: string): Replay | undefined | Promise<Replay | undefined>;
  /** Forgets all events of a session, which has ended. */
  drop(session: string): void | Promise<void>;
}

/** Most events of one session. */
const SESSION_EVENTS = 256;
/** Most characters of one session. */
const SESSION_CHARS = 1024 * 1024;
/** Most characters of all sessions. */
const ALL_CHARS = 64 * 1024 * 1024;

interface Log {
  readonly events: Map<number, { readonly stream: string; readonly data: string }>;
  chars: number;
}

/**
 * An event store in memory, with bounds: 256 events and a million characters a session (its last
 * event is kept in any case), 64 million characters in all. What is over goes, oldest first; between
 * sessions, the one that was quiet longest gives first.
 */
export class MemoryEventStore implements EventStore {
  /** Quiet longest first. */
  readonly #logs = new Map<string, Log>();
  #chars = 0;
  #last = 0;

  /** Keeps one event. */
  append(session: string, stream: string, data: string): string {
    const log = this.#logs.get(session) ?? { events: new Map(), chars: 0 };
    this.#logs.delete(session);
    this.#logs.set(session, log);
    const id = ++this.#last;
    log.events.set(id, { stream, data });
    this.#count(log, data.length);
    while (log.events.size > SESSION_EVENTS || log.events.size > 1 && log.chars > SESSION_CHARS) {
      this.#shift(log);
    }
    while (this.#chars > ALL_CHARS) {
      const [quiet, oldest] = this.#logs.entries().next().value!;
      this.#shift(oldest);
      if (oldest.events.size === 0) this.#logs.delete(quiet);
    }
    return String(id);
  }

  /** What came after an event on its stream. */
  replay(session: string, after: string): Replay | undefined {
    const events = this.#logs.get(session)?.events;
    const last = /^\d{1,15}$/.test(after) ? Number(after) : NaN;
    const seen = events?.get(last);
    if (events === undefined || seen === undefined) return undefined;
    const { stream } = seen;
    return {
      stream,
      events: [...events]
        .filter(([id, event]) => id > last && event.stream === stream)
        .map(([id, { data }]) => ({ id: String(id), data })),
    };
  }

  /** Forgets all events of a session. */
  drop(session: string): void {
    const log = this.#logs.get(session);
    if (log === undefined) return;
    this.#logs.delete(session);
    this.#count(log, -log.chars);
  }

  #shift(log: Log): void {
    const [id, { data }] = log.events.entries().next().value!;
    log.events.delete(id);
    this.#count(log, -data.length);
  }

  #count(log: Log, chars: number): void {
    log.chars += chars;
    this.#chars += chars;
  }
}
