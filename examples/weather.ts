/**
 * A weather server on data that lies beside it: alerts as text, forecasts as data with units, errors
 * that a model can act on, and progress. It needs no permission.
 *
 * @module
 */
import { McpServer, UserError } from "@x/mcp";
import { z } from "zod";
import data from "./weather_data.json" with { type: "json" };

const cities: Record<string, { celsius: number[]; rain: number[] }> = data.cities;
const CITY = z.string().describe("Name of a city, such as Oslo.");
const UNIT = z.enum(["celsius", "fahrenheit"]).default("celsius").describe("Unit of temperatures.");

const Day = z.object({
  day: z.int().describe("Days from today; 0 is today."),
  temperature: z.number().describe("Highest temperature, in the unit that was asked for."),
  rain: z.int().min(0).max(100).describe("Chance of rain in percent."),
});
const Forecast = z.object({ city: z.string(), unit: z.enum(["°C", "°F"]), days: z.array(Day) });

const mcp = new McpServer({
  name: "weather",
  version: "1.0.0",
  title: "Weather",
  instructions: "Ask get_alerts before you advise anybody to go outside.",
});

mcp.tool("get_alerts", {
  description: "Tells the weather alerts that are in force in a state of the USA.",
  input: z.object({ state: z.string().describe("Two letters, such as CA.") }),
  annotations: { readOnlyHint: true },
}, ({ state }) => {
  const code = state.trim().toUpperCase();
  const alerts = data.alerts.filter((alert) => alert.state === code);
  if (alerts.length === 0) {
    if (data.quiet.includes(code)) return `There are no alerts for ${code}.`;
    throw new UserError(
      `There is no data for ${JSON.stringify(state)}. Give a state as two letters; known are ` +
        `${
          [...new Set(data.alerts.map((alert) => alert.state)), ...data.quiet].sort().join(", ")
        }.`,
    );
  }
  return alerts
    .map(({ event, severity, area, headline, instruction }) =>
      `${event} (${severity}), ${area}\n${headline}\n${instruction}`
    )
    .join("\n\n");
});

mcp.tool("get_forecast", {
  description: "Forecasts the weather of a city for up to seven days.",
  input: z.object({ city: CITY, days: z.int().min(1).max(7).default(3), unit: UNIT }),
  output: Forecast,
  annotations: { readOnlyHint: true },
}, ({ city, days, unit }) => forecast(city, days, unit));

mcp.tool("compare_cities", {
  description: "Forecasts the next day of several cities, and says which is the warmest.",
  input: z.object({ cities: z.array(CITY).min(2).max(20), unit: UNIT }),
  output: z.object({ warmest: z.string(), forecasts: z.array(Forecast) }),
  annotations: { readOnlyHint: true },
}, async ({ cities, unit }, { progress, signal, log }) => {
  const forecasts = [];
  for (const [i, city] of cities.entries()) {
    signal.throwIfAborted();
    forecasts.push(forecast(city, 1, unit));
    progress(i + 1, cities.length, city);
    // Lets a cancellation come through between two cities.
    await Promise.resolve();
  }
  log.info(`Compared ${cities.length} cities`);
  const warmest = forecasts.reduce((best, next) =>
    next.days[0].temperature > best.days[0].temperature ? next : best
  );
  return { warmest: warmest.city, forecasts };
});

mcp.resource("weather://{city}/current", {
  name: "current_weather",
  description: "The weather of a city today.",
  mimeType: "application/json",
  complete: { city: (typed) => namesLike(typed) },
}, ({ city }) => forecast(city, 1, "celsius"));

mcp.resource(
  "weather://cities",
  { name: "cities", description: "The known cities." },
  namesLike(""),
);

function forecast(
  city: string,
  count: number,
  unit: "celsius" | "fahrenheit",
): z.infer<typeof Forecast> {
  const name = Object.keys(cities).find((known) => fold(known) === fold(city));
  if (name === undefined) {
    throw new UserError(
      `There is no data for ${JSON.stringify(city)}. Known are ${namesLike("").join(", ")}.`,
    );
  }
  const { celsius, rain } = cities[name];
  return {
    city: name,
    unit: unit === "celsius" ? "°C" : "°F",
    days: celsius.slice(0, count).map((degrees, day) => ({
      day,
      temperature: unit === "celsius" ? degrees : degrees * 9 / 5 + 32,
      rain: rain[day],
    })),
  };
}

function namesLike(typed: string): string[] {
  return Object.keys(cities).filter((name) => fold(name).startsWith(fold(typed)));
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").trim().toLowerCase();
}

export default mcp;
if (import.meta.main) await mcp.run();
