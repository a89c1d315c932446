// One figure over time as a plot, with its newest value in words and all values in a table.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import type { Figure, Series } from '../model/trends.js';
import { bytes, clock, tick, took } from '../model/words.js';

const HEIGHT = 120;

export function Plot({ series }: { readonly series: Series }) {
  const { figure, at, values } = series;
  const box = useRef<HTMLDivElement>(null);
  const [scheme, setScheme] = useState(0);
  const last = values.at(-1) ?? 0;

  useLayoutEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setScheme((count) => count + 1);
    dark.addEventListener('change', change);
    return () => dark.removeEventListener('change', change);
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const plot = new UPlot(
      options(figure, current),
      [at.map((ms) => ms / 1_000), [...values]],
      current,
    );
    const watcher = new ResizeObserver(() =>
      plot.setSize({ width: current.clientWidth, height: HEIGHT }),
    );
    watcher.observe(current);
    return () => {
      watcher.disconnect();
      plot.destroy();
    };
  }, [series, scheme]);

  const isGood = figure.good === undefined || last <= figure.good;
  return (
    <figure class="plot card">
      <figcaption>
        <span>{figure.name}</span>
        <b class={isGood ? '' : 'error'}>{show(figure, last)}</b>
      </figcaption>
      <div ref={box} class="drawing" aria-hidden="true" />
      <details>
        <summary>{values.length} loads</summary>
        <ol>
          {values.map((value, index) => (
            <li key={at[index]}>
              {clock(at[index] ?? 0)}: {show(figure, value)}
            </li>
          ))}
        </ol>
      </details>
    </figure>
  );
}

function show(figure: Figure, value: number): string {
  if (figure.unit === 'ms') return took(value);
  if (figure.unit === 'B') return bytes(value);
  return figure.unit === 'n' ? String(Math.round(value)) : String(Number(value.toFixed(3)));
}

function options(figure: Figure, box: HTMLElement): UPlot.Options {
  const style = getComputedStyle(box);
  const ink = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: ink('--soft'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: ink('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: box.clientWidth || 300,
    height: HEIGHT,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(most * 1.15, 0.01)] } },
    axes: [
      {
        ...axis,
        size: 22,
        space: 70,
        values: (_plot, splits, _axis, _space, step) =>
          splits.map((seconds) => tick(seconds * 1_000, step * 1_000)),
      },
      {
        ...axis,
        size: 54,
        space: 28,
        values: (_plot, splits) => splits.map((value) => (value === 0 ? '0' : show(figure, value))),
      },
    ],
    series: [
      {},
      {
        stroke: ink('--bar'),
        width: 2,
        points: { show: true, size: 5, fill: ink('--bar') },
      },
    ],
  };
}
