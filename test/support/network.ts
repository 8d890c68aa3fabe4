import { execFileSync } from 'node:child_process';

/** A computer of a network. */
export interface Host {
  readonly address: string;
  /** The command that runs a program on the host. */
  readonly command: readonly string[];
}

export const LOOPBACK: Host = { address: '127.0.0.1', command: [] };

/** Why this process cannot create a network; `undefined` if it can. */
export const networkMissing = missing();

/** Three hosts, each in a network namespace, on one bridge. This process reaches them. The network needs root. */
export class Network {
  private readonly bridge = `as${process.pid}`;
  private readonly names = [1, 2, 3].map((number) => `${this.bridge}-${number}`);
  readonly hosts = this.names.map((name, at): Host => ({
    address: `10.231.77.${at + 1}`,
    command: ['nsenter', `--net=/run/netns/${name}`, '--'],
  }));

  constructor() {
    ip(`link add ${this.bridge} type bridge`);
    ip(`address add 10.231.77.254/24 dev ${this.bridge}`);
    ip(`link set ${this.bridge} up`);
    this.names.forEach((name, at) => {
      ip(`netns add ${name}`);
      ip(`link add ${name} type veth peer name eth0 netns ${name}`);
      ip(`-netns ${name} address add 10.231.77.${at + 1}/24 dev eth0`);
      ip(`-netns ${name} link set eth0 up`);
      ip(`-netns ${name} link set lo up`);
      ip(`link set ${name} master ${this.bridge} up`);
    });
  }

  /** Drops all packets from and to the host at this index, which neither end notices. */
  cut(at: number): void {
    ip(`link set ${this.names[at]} nomaster`);
  }

  /** Connects a host that was cut off. */
  heal(at: number): void {
    ip(`link set ${this.names[at]} master ${this.bridge}`);
  }

  remove(): void {
    for (const name of this.names) ip(`netns delete ${name}`);
    ip(`link delete ${this.bridge}`);
  }
}

function ip(command: string): void {
  execFileSync('ip', command.split(' '), { stdio: 'pipe' });
}

function missing(): string | undefined {
  try {
    const name = `as${process.pid}-0`;
    ip(`netns add ${name}`);
    ip(`netns delete ${name}`);
    return undefined;
  } catch {
    return 'only root, with iproute2, may make a network; run the tests as root';
  }
}
